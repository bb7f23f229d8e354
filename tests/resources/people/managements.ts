import { sql } from 'drizzle-orm'
import { managements } from '../../../src/contract/people/managements.ts'
import { contractOf, makeManagement, makeManager } from '../../api/support/management-fixtures.ts'
import { inDays } from '../days.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const FOLLOWS = 'expiration created'
const of = async (scene: Scene) => (await makeManagement(scene.admin, scene.station)).management

export default known(
  managements,
  {
    list: {
      call: 'GET /managements',
      policy: 'mgmt.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      filters: {
        station_id: (row) => row.station_id,
        manager_id: (row) => row.manager_id,
        type: (row) => row.type,
        status: (row) => row.status,
        expiring: (row) => row.status === 'expiring' || row.status === 'expired',
      },
    },
    get: {
      call: 'GET /managements/{id}',
      policy: 'mgmt.read',
      scope: { asks: ({ management: { id } }) => ({ url: `/managements/${id}` }) },
    },
    create: {
      call: 'POST /managements',
      policy: 'mgmt.write',
      scope: {
        asks: (place, part) => ({
          url: '/managements',
          body: contractOf(place.id, part.manager.id, { from: '2040-01-01', expirationManager: '2046-01-01' }),
        }),
      },
      write: async (scene) => {
        const manager = await makeManager(scene.admin)
        return () => scene.admin.post('/managements', contractOf(scene.station, manager.id), scene.headers)
      },
      leaves: `creazione, managements, named, management created, ${FOLLOWS}, expiration updated`,
    },
    update: {
      call: 'PUT /managements/{id}',
      policy: 'mgmt.write',
      scope: { asks: ({ management: { id, rev } }) => ({ url: `/managements/${id}`, body: { rev, note: 'Letto' } }) },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await of(scene)
        return () => scene.admin.put(`/managements/${id}`, { rev, note: 'Letto' }, scene.headers)
      },
      leaves: 'modifica, managements, named, management updated',
    },
    remove: {
      call: 'DELETE /managements/{id}',
      policy: 'mgmt.write',
      scope: { asks: ({ bare_management: { id } }) => ({ url: `/managements/${id}` }) },
      write: async (scene) => {
        const { id } = await of(scene)
        return () => scene.admin.del(`/managements/${id}`, scene.headers)
      },
      leaves: 'eliminazione, managements, named, management deleted, expiration status, expiration updated',
    },
    verification: { call: 'GET /managements/verification/{stationId}/{id}', policy: 'mgmt.write', scope: 'never 404: managements.test.ts' },
    renew: {
      call: 'PUT /managements/{id}/renew',
      policy: 'mgmt.write',
      scope: {
        asks: ({ bare_management: { id, rev } }) => ({ url: `/managements/${id}/renew`, body: { rev, expirationManager: '2060-01-01' } }),
      },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await of(scene)
        return () => scene.admin.put(`/managements/${id}/renew`, { rev, expirationManager: '2038-01-01' }, scene.headers)
      },
      leaves: 'modifica, managements, named, management updated, expiration updated',
    },
    end: {
      call: 'PUT /managements/{id}/end',
      policy: 'mgmt.write',
      scope: {
        asks: ({ management: { id, rev } }) => ({
          url: `/managements/${id}/end`,
          body: { rev, ended_at: inDays(0), end_reason: 'Recesso' },
        }),
      },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await of(scene)
        return () => scene.admin.put(`/managements/${id}/end`, { rev, ended_at: inDays(0), end_reason: 'Recesso' }, scene.headers)
      },
      leaves: 'modifica, managements, named, management status, expiration status, expiration updated',
    },
    align: {
      call: 'POST /managements/{id}/align',
      status: 200,
      policy: 'mgmt.write',
      scope: { asks: ({ management: { id } }) => ({ url: `/managements/${id}/align` }) },
      write: async (scene) => {
        const { id } = await of(scene)
        return () => scene.admin.post(`/managements/${id}/align`, undefined, scene.headers)
      },
      leaves: 'modifica, managements, named, user created, manager updated',
    },
    reveal: {
      call: 'POST /managements/{id}/reveal',
      status: 200,
      policy: 'mgmt.reveal',
      scope: { readersToo: true, asks: ({ management: { id } }) => ({ url: `/managements/${id}/reveal`, body: { reason: 'Bonifico' } }) },
      write: async (scene) => {
        const { id } = await of(scene)
        return () => scene.admin.post(`/managements/${id}/reveal`, { reason: 'Bonifico' }, scene.headers)
      },
      leaves: 'lettura_dati, managements, named, management revealed',
    },
  },
  {
    history: { management: 'managements' },
    rows: ({ db }) =>
      db.execute(
        sql`update managements set "expirationManager" = current_date + 10 where id = (select min(id) from managements where ended_at is null)`,
      ),
    screens: async (api) => {
      const [{ id }] = (await api.get('/managements?status=active')).data
      return [
        { name: 'managements', path: '/stazioni/manager?scheda=gestioni' },
        { name: 'management wizard', path: '/stazioni/manager?scheda=gestioni&modulo=nuovo' },
        { name: 'management', path: `/stazioni/manager?gestione=${id}` },
        { name: 'management cash', path: `/stazioni/manager?gestione=${id}&scheda=cassa` },
        { name: 'management remuneration', path: `/stazioni/manager?gestione=${id}&scheda=remunerazione` },
        { name: 'management obligations', path: `/stazioni/manager?gestione=${id}&scheda=obblighi` },
      ]
    },
  },
)
