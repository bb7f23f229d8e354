import { sql } from 'drizzle-orm'
import { stationEmployees } from '../../../src/contract/people/station-employees.ts'
import { bianchi, makeManager, rossi } from '../../api/support/management-fixtures.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene, Write } from '../scene.ts'

const path = '/managers/station-employee'
const body = { ...rossi, name: 'Luca', lastname: 'Verdi', fiscalCode: 'VRDLCU90A01F205L', bornDate: '1990-01-01', job: 'cassiere' }
const make = async ({ admin, station }: Scene) => {
  const manager = await makeManager(admin)
  return (await admin.post(path, { ...body, manager_id: manager.id, station_id: station })).body.data as { id: number; rev: number }
}
const upload: Write = async (scene) => {
  const { id } = await make(scene)
  return () => scene.admin.upload(`${path}/${id}/upload`, [paper], {}, scene.headers)
}

export default known(
  stationEmployees,
  {
    list: {
      call: `GET ${path}`,
      policy: 'mgmt.read',
      scope: { finds: ({ id }) => [`station_id=${id}`] },
      filters: {
        manager_id: (row) => row.manager.id,
        station_id: (row) => row.station?.id,
        job: (row) => row.job,
        active: (row) => row.active,
      },
    },
    get: { call: `GET ${path}/{id}`, policy: 'mgmt.read', scope: { asks: ({ employee: { id } }) => ({ url: `${path}/${id}` }) } },
    create: {
      call: `POST ${path}`,
      policy: 'mgmt.write',
      scope: { asks: (place, of) => ({ url: path, body: { ...body, manager_id: of.manager.id, station_id: place.id } }) },
      write: async (scene) => {
        const manager = await makeManager(scene.admin)
        return () => scene.admin.post(path, { ...body, manager_id: manager.id, station_id: scene.station }, scene.headers)
      },
      leaves: 'creazione, station_employees, named, station_employee created, expiration created',
    },
    update: {
      call: `PUT ${path}/{id}`,
      policy: 'mgmt.write',
      scope: { asks: ({ employee: { id, rev } }) => ({ url: `${path}/${id}`, body: { rev, job: 'barista' } }) },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await make(scene)
        return () => scene.admin.put(`${path}/${id}`, { rev, job: 'barista' }, scene.headers)
      },
      leaves: 'modifica, station_employees, named, station_employee updated',
    },
    remove: {
      call: `DELETE ${path}/{id}`,
      policy: 'mgmt.write',
      scope: { asks: ({ employee: { id } }) => ({ url: `${path}/${id}` }) },
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.del(`${path}/${id}`, scene.headers)
      },
      leaves: 'eliminazione, station_employees, named, station_employee deleted, expiration status',
    },
    upload: {
      call: `POST ${path}/{id}/upload`,
      policy: 'mgmt.write',
      scope: { asks: ({ employee: { id } }) => ({ url: `${path}/${id}/upload`, files: [paper] }) },
      write: upload,
      leaves: 'creazione, station_employees, named',
    },
    file: { call: `GET ${path}/{id}/files/{fileId}`, policy: 'mgmt.read', scope: 'as the record: station-employees.test.ts' },
    removeFile: {
      call: `DELETE ${path}/{id}/files/{fileId}`,
      policy: 'mgmt.write',
      scope: 'as the record: station-employees.test.ts',
      write: async (scene) => {
        const { id } = await make(scene)
        const [file] = (await scene.admin.upload(`${path}/${id}/upload`, [paper])).body.data
        return () => scene.admin.del(`${path}/${id}/files/${file.id}`, scene.headers)
      },
      leaves: 'eliminazione, station_employees, named',
    },
    reveal: {
      call: `POST ${path}/{id}/reveal`,
      status: 200,
      policy: 'mgmt.reveal',
      scope: { readersToo: true, asks: ({ employee: { id } }) => ({ url: `${path}/${id}/reveal`, body: { reason: 'Controllo' } }) },
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.post(`${path}/${id}/reveal`, { reason: 'Controllo' }, scene.headers)
      },
      leaves: 'lettura_dati, station_employees, named, station_employee revealed',
    },
  },
  {
    history: { station_employee: 'station_employees' },
    rows: async ({ admin, db }) => {
      // Without documents they have no expirations, which would fill that list beyond its page.
      const without = { identityCard: null, identityCardExpiration: null, expiration: null }
      const first = await makeManager(admin, { ...rossi, ...without })
      const second = await makeManager(admin, { ...bianchi, ...without })
      await admin.post(path, { ...body, ...without, manager_id: first.id, station_id: 1 })
      await admin.post(path, { ...body, ...bianchi, ...without, bornDate: '1980-01-01', manager_id: second.id, station_id: 2 })
      await db.execute(sql`update station_employees set left_at = '2020-01-31' where id = (select max(id) from station_employees)`)
    },
    screens: [
      { name: 'station employees', path: '/stazioni/manager?scheda=dipendenti' },
      { name: 'station employee form', path: '/stazioni/manager?scheda=dipendenti&modulo=nuovo' },
    ],
  },
)
