import { createFileRoute } from '@tanstack/react-router'
import { activity } from '../../../contract/overview/activity.ts'
import { listSearch } from '../../../crud/list/list-search.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { Page } from '../../../ui/Page.tsx'
import { ActivityList } from './ActivityList.tsx'
import type { ActivitySearch } from './activity-search.ts'

export const Route = createFileRoute('/_signed/logs')({
  validateSearch: (raw: object) => raw as ActivitySearch,
  beforeLoad: guard('users'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(query(activity.list, listSearch(activity.list)(deps))),
  component: ActivityPage,
})

/** "Accessi": the log, newest first. */
function ActivityPage() {
  return (
    <Page title="Accessi">
      <ActivityList />
    </Page>
  )
}
