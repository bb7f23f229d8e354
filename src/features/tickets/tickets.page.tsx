import { createFileRoute } from '@tanstack/react-router'
import { tickets } from '../../contract/tickets/tickets.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { TicketList } from './TicketList.tsx'
import { type TicketsSearch, ticketsSearch } from './tickets-search.ts'

export const Route = createFileRoute('/_signed/tickets/')({
  validateSearch: (raw: object) => raw as TicketsSearch,
  beforeLoad: guard('tickets.open'),
  loaderDeps: ({ search: { scheda: _, ...list } }) => list,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query(tickets.list, ticketsSearch(deps)))
    void queryClient.prefetchQuery(query(tickets.info, {}))
  },
  component: TicketList,
})
