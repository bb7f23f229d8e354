import { createFileRoute } from '@tanstack/react-router'
import { jobs } from '../../../contract/kernel/jobs.ts'
import { recordRoute } from '../../../crud/list/crud-route.ts'
import { query } from '../../../lib/query.ts'
import { can } from '../../../lib/session.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { JobList } from './JobList.tsx'

export const Route = createFileRoute('/_signed/storico-job/{-$id}')({
  ...recordRoute<typeof jobs.rows, { scheda?: 'log' }>('auth'),
  loader: ({ context: { queryClient }, params: { id } }) => {
    if (id) void queryClient.prefetchQuery(query(jobs.get, { id }, true))
    else void queryClient.prefetchQuery(query(can('super') ? jobs.list : jobs.own, {}))
  },
  component: JobsPage,
})

const JobShow = part(() => import('./JobShow.tsx').then((m) => m.JobShow))

/** "Storico job": the list, and with an id one job. Who is no super administrator finds their own. */
function JobsPage() {
  const { id } = Route.useParams()
  return id ? <JobShow meanwhile={<LoadingRows />} key={id} id={id} /> : <JobList />
}
