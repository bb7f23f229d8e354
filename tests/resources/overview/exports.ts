import { exporting } from '../../../src/contract/kernel/exporting.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { known } from '../known.ts'
import { namesTheirs, ownJob } from '../scope.ts'

/** Lists that the server writes as files, with a column that names the station, and the policy of those who read them. */
const written = [
  ['stations.list', 'Nome', 'net.field'],
  ['inspections.list', 'Punto vendita', 'insp.read'],
] as const

export default known(exporting, {
  start: {
    call: 'POST /exports',
    policy: 'auth',
    scope: {
      async check(who, places, { runs }) {
        for (const [list, column, policy] of written.filter(([, , policy]) => allows(policy, who))) {
          const { id } = (await who.caller.post('/exports', { list, format: 'csv', columns: [column] })).body.data
          await runs()
          const wrong = namesTheirs(String((await who.caller.get(`/exports/${id}`)).body), places)
          if (wrong) return `${list} (${policy}) ${wrong}`
        }
      },
    },
    write: async ({ admin, headers }) => {
      return () => admin.post('/exports', { list: 'activity.list', format: 'csv', columns: ['Utente'] }, headers)
    },
    leaves: 'export, jobs, named',
  },
  file: { call: 'GET /exports/{id}', policy: 'auth', scope: ownJob },
})
