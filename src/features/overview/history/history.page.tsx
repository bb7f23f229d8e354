import { createFileRoute } from '@tanstack/react-router'
import { history } from '../../../contract/kernel/history.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

// Knows the fields of all that is written.
const HistoryList = part(() => import('./HistoryList.tsx').then((m) => m.HistoryList))

export const Route = createFileRoute('/_signed/storico-modifiche')({
  ...listRoute<typeof history.list>('history.read'),
  loader: listLoader(history.list),
  component: HistoryPage,
})

/** All changes of what one works on, newest first. */
function HistoryPage() {
  return (
    <Page title="Storico modifiche">
      <HistoryList meanwhile={<LoadingRows />} />
    </Page>
  )
}
