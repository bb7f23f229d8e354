import { stationAcl } from '../../../src/contract/stations/acl.ts'
import { known } from '../known.ts'
import { allNetwork } from '../scope.ts'

export default known(
  stationAcl,
  {
    get: { call: 'GET /station-acl/{id}', policy: 'users', scope: allNetwork },
    viewers: { call: 'GET /station-acl/{id}/viewers', policy: 'users', scope: allNetwork },
    set: {
      call: 'POST /station-acl',
      status: 200,
      policy: 'users',
      scope: allNetwork,
      write: async ({ admin, as, station, headers }) => {
        const { user_id } = await as('stazione')
        return () => admin.post('/station-acl', { station_id: station, users: [{ user_id }] }, headers)
      },
      leaves: 'modifica, station_acl, named, station_acl updated',
    },
    ofUser: { call: 'GET /users/{id}/stations', policy: 'users', scope: allNetwork },
    setOfUser: {
      call: 'PUT /users/{id}/stations',
      policy: 'users',
      scope: allNetwork,
      write: async ({ admin, as, station, headers }) => {
        const { user_id } = await as('stazione')
        const now = (await admin.get(`/users/${user_id}/stations`)).body.data as { station_id: number }[]
        const stations = now.filter(({ station_id }) => station_id !== station)
        if (stations.length === now.length) stations.push({ station_id: station })
        return () => admin.put(`/users/${user_id}/stations`, { stations }, headers)
      },
      leaves: 'modifica, users, named, station_acl updated',
    },
  },
  {
    history: { station_acl: { table: 'station_acl', id: ({ station_id }) => station_id } },
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      return [{ name: 'station access', path: `/stazioni/${id}?scheda=accessi` }]
    },
  },
)
