import { remuneration } from '../../../src/contract/people/remuneration.ts'
import { makeManagement, terms } from '../../api/support/management-fixtures.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const path = '/management-remuneration'
const make = async ({ admin, station }: Scene) => {
  const { management } = await makeManagement(admin, station)
  const version = (valid_from: string) => ({ ...terms, valid_from, management_id: management.id })
  await admin.post(path, version('2026-01-01'))
  return (await admin.post(path, version('2026-06-01'))).body.data as { id: number; rev: number }
}

export default known(
  remuneration,
  {
    list: {
      call: `GET ${path}`,
      policy: 'mgmt.read',
      scope: 'of managements: remuneration.test.ts',
      filters: { management_id: (row) => row.management_id },
    },
    get: {
      call: `GET ${path}/{id}`,
      policy: 'mgmt.read',
      scope: { only: 'mgmt.fin', asks: ({ remuneration: { id } }) => ({ url: `${path}/${id}` }) },
    },
    create: {
      call: `POST ${path}`,
      policy: 'mgmt.fin',
      scope: {
        foreignStatus: 422,
        asks: ({ management: { id } }) => ({ url: path, body: { ...terms, valid_from: '2026-09-01', management_id: id } }),
      },
      write: async (scene) => {
        const { management } = await makeManagement(scene.admin, scene.station)
        return () => scene.admin.post(path, { ...terms, valid_from: '2026-01-01', management_id: management.id }, scene.headers)
      },
      leaves: 'creazione, remuneration, named, remuneration created',
    },
    update: {
      call: `PUT ${path}/{id}`,
      policy: 'mgmt.fin',
      scope: { asks: ({ remuneration: { id, rev } }) => ({ url: `${path}/${id}`, body: { rev, fixed: 700 } }) },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await make(scene)
        return () => scene.admin.put(`${path}/${id}`, { rev, fixed: 700 }, scene.headers)
      },
      leaves: 'modifica, remuneration, named, remuneration updated',
    },
    remove: {
      call: `DELETE ${path}/{id}`,
      policy: 'mgmt.fin',
      scope: { asks: ({ remuneration: { id } }) => ({ url: `${path}/${id}` }) },
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.del(`${path}/${id}`, scene.headers)
      },
      leaves: 'eliminazione, remuneration, named, remuneration deleted',
    },
  },
  { history: { remuneration: 'management_remunerations' } },
)
