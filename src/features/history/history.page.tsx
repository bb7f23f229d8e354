import { createFileRoute } from '@tanstack/react-router'
import { history } from '../../contract/history.ts'
import { listRoute } from '../../crud/crud-route.ts'
import { History } from '../../crud/History.tsx'
import { historyModels } from '../../rules/history-models.ts'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_signed/storico-modifiche')({ ...listRoute(history.list), component: HistoryPage })

/** All changes of what one works on, newest first (domain.md 0.5). */
function HistoryPage() {
  return (
    <Page title="Storico modifiche">
      <History models={historyModels} />
    </Page>
  )
}
