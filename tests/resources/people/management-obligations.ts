import { managementObligations } from '../../../src/contract/people/management-obligations.ts'
import { makeManagement } from '../../api/support/management-fixtures.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const path = '/management-obligations'
const given = [{ obligation_id: 1, due_date: '2026-12-31' }]
const make = async ({ admin, station }: Scene) => {
  const { management } = await makeManagement(admin, station, { given_obligations: given })
  const [obligation] = (await admin.get(`${path}?management_id=${management.id}`)).body.data
  return { management, obligation }
}

export default known(
  managementObligations,
  {
    list: { call: `GET ${path}`, policy: 'mgmt.read', scope: { finds: ({ id }) => [`station_id=${id}`] } },
    sync: {
      call: `POST ${path}`,
      policy: 'obl.write',
      scope: { foreignStatus: 422, asks: ({ management: { id } }) => ({ url: path, body: { management_id: id, obligations: given } }) },
      write: async (scene) => {
        const { management } = await makeManagement(scene.admin, scene.station)
        return () => scene.admin.post(path, { management_id: management.id, obligations: given }, scene.headers)
      },
      leaves: 'modifica, managements, named, management_obligation created',
    },
    matrix: {
      call: `GET ${path}/matrix`,
      policy: 'mgmt.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      filters: 'obligations.test.ts',
    },
    done: {
      call: `POST ${path}/{id}/done`,
      status: 200,
      policy: 'obl.done',
      scope: {
        only: 'obl.write',
        asks: ({ obligation }) => ({ url: `${path}/${obligation}/done`, files: [paper], body: { done_at: '2026-02-01' } }),
      },
      write: async (scene) => {
        const { obligation } = await make(scene)
        return () => scene.admin.upload(`${path}/${obligation.id}/done`, [paper], { done_at: '2026-02-01' }, scene.headers)
      },
      leaves: 'creazione, management_obligations, named, management_obligation status',
    },
    file: { call: `GET ${path}/{id}/files/{fileId}`, policy: 'mgmt.read', scope: 'as the obligation: obligations.test.ts' },
  },
  {
    history: { management_obligation: 'management_obligations' },
    screens: [
      { name: 'obligations of managers', path: '/stazioni/manager/obblighi' },
      { name: 'catalogue of obligations', path: '/stazioni/manager/obblighi?scheda=catalogo' },
    ],
  },
)
