import { createFileRoute } from '@tanstack/react-router'
import { customerLogs } from '../../../contract/cards/customer-logs.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { Page } from '../../../ui/Page.tsx'
import { CustomerLog } from './CustomerLog.tsx'

export const Route = createFileRoute('/_signed/carte/logs')({
  ...listRoute<typeof customerLogs.list>('cards.write'),
  loader: listLoader(customerLogs.list),
  component: LogsPage,
})

/** "Log Operaz. Clienti", newest first. */
function LogsPage() {
  return (
    <Page title="Log operazioni clienti">
      <CustomerLog />
    </Page>
  )
}
