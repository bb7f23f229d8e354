import { createFileRoute } from '@tanstack/react-router'
import { history } from '../../../contract/kernel/history.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

// Knows the fields of all that is written.
const AllChanges = part(() => import('./AllChanges.tsx').then((m) => m.AllChanges))

export const Route = createFileRoute('/_signed/storico-modifiche')({ ...listRoute(history.list), component: HistoryPage })

/** All changes of what one works on, newest first. */
function HistoryPage() {
  return (
    <Page title="Storico modifiche">
      <AllChanges meanwhile={<LoadingRows />} />
    </Page>
  )
}
