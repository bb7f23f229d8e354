import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { jobs } from '../../../src/contract/kernel/jobs.ts'
import { known } from '../known.ts'
import { ownJob } from '../scope.ts'

export default known(
  jobs,
  {
    list: { call: 'GET /admin/history', policy: 'super' },
    own: { call: 'GET /admin/history/own', policy: 'auth', scope: ownJob },
    get: { call: 'GET /admin/history/{id}', policy: 'auth', scope: ownJob },
    rows: { call: 'GET /admin/history/{id}/rows', policy: 'auth', scope: ownJob, filters: 'rows of one job: jobs.test.ts' },
    sheet: { call: 'GET /admin/history/{id}/sheet', policy: 'auth', scope: ownJob, testedIn: 'tests/api/cards/failed-lines.test.ts' },
    cancel: {
      call: 'POST /admin/history/{id}/cancel',
      status: 200,
      policy: 'auth',
      scope: ownJob,
      write: async ({ admin, headers }) => {
        const { id } = (await admin.post('/mimit/publish')).body.data
        return () => admin.post(`/admin/history/${id}/cancel`, undefined, headers)
      },
      leaves: 'comando, jobs, named',
    },
    retry: {
      call: 'POST /admin/history/{id}/retry',
      status: 200,
      policy: 'auth',
      scope: ownJob,
      write: async ({ admin, headers }) => {
        const { id } = (await admin.post('/mimit/publish')).body.data
        await admin.post(`/admin/history/${id}/cancel`)
        return () => admin.post(`/admin/history/${id}/retry`, undefined, headers)
      },
      leaves: 'comando, jobs, named',
    },
    undo: {
      call: 'POST /admin/history/{id}/undo',
      policy: 'auth',
      scope: ownJob,
      write: async ({ admin, db, headers }) => {
        const over = { type: 'operazione_in_blocco', description: 'Prova', status: 'completato', done: 1, user_id: admin.user_id } as const
        const [job] = await db.insert(job_history).values(over).returning()
        return () => admin.post(`/admin/history/${job!.id}/undo`, {}, headers)
      },
      leaves: 'comando, jobs, named',
    },
    revert: { call: 'GET /admin/history/revert/{id}', policy: 'super', testedIn: 'tests/api/core/commands.test.ts' },
    mimitPrices: {
      call: 'POST /mimit/publish',
      policy: 'super',
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post('/mimit/publish', undefined, headers),
      leaves: 'comando, jobs, named',
    },
  },
  { screens: [{ name: 'jobs', path: '/storico-job' }] },
)
