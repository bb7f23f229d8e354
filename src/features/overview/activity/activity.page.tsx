import { createFileRoute } from '@tanstack/react-router'
import { activity } from '../../../contract/overview/activity.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { Page } from '../../../ui/Page.tsx'
import { ActivityList } from './ActivityList.tsx'

export const Route = createFileRoute('/_signed/logs')({
  ...listRoute<typeof activity.list>('users'),
  loader: listLoader(activity.list),
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
