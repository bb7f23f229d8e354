import { createFileRoute } from '@tanstack/react-router'
import { tickets } from '../../contract/tickets/tickets.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { listLoader } from '../../crud/list/list-loader.ts'
import { query } from '../../lib/query.ts'
import { TicketList } from './TicketList.tsx'

const loadTickets = listLoader(tickets.list)
export const Route = createFileRoute('/_signed/tickets/')({
  ...listRoute<typeof tickets.list, { scheda?: 'lavagna' }>('tickets.open'),
  loader: (given) => {
    loadTickets(given)
    void given.context.queryClient.prefetchQuery(query(tickets.info, {}))
  },
  component: TicketList,
})
