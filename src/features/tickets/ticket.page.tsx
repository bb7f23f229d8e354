import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { tickets } from '../../contract/tickets/tickets.ts'
import { optionalIdParam } from '../../crud/record/id-param.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { TicketPage } from './TicketPage.tsx'
import { type TicketSearch, viewOfSlug } from './tickets-search.ts'

const NewTicket = part(() => import('./NewTicket.tsx').then((m) => m.NewTicket), <LoadingRows />)

export const Route = createFileRoute('/_signed/tickets/$slug/{-$id}')({
  params: {
    parse: ({ slug, ...rest }: { slug: string; id?: string }) => ({ slug, ...optionalIdParam.parse(rest) }),
    stringify: ({ slug, ...rest }: { slug: string; id?: number | undefined }) => ({
      slug,
      ...optionalIdParam.stringify(rest as { id?: number }),
    }),
  },
  validateSearch: (raw: object) => raw as TicketSearch,
  beforeLoad: guard('tickets.open'),
  // A year with a number is a ticket, `nuovo` a new one, and anything else a view of the list.
  loader: ({ context: { queryClient }, params: { slug, id } }) => {
    if (id !== undefined && /^20\d\d$/.test(slug))
      return void queryClient.prefetchQuery(query(tickets.get, { year: Number(slug), number: id }, true))
    if (id === undefined && slug === 'nuovo') return undefined
    const view = viewOfSlug(slug)
    if (id === undefined && view) throw redirect({ to: '/tickets', search: { view: view === 'all' ? undefined : view }, replace: true })
    throw notFound()
  },
  component: TicketRoute,
})

function TicketRoute() {
  const { slug, id } = Route.useParams()
  return id === undefined ? <NewTicket /> : <TicketPage key={`${slug}/${id}`} year={Number(slug)} number={id} />
}
