import type { LinkProps } from '@tanstack/react-router'
import { coupons } from '../../../contract/coupons/coupons.ts'
import { expirations } from '../../../contract/expirations/expirations.ts'
import { gplRequests } from '../../../contract/gpl/requests.ts'
import { inspections } from '../../../contract/inspections/inspections.ts'
import { prices } from '../../../contract/prices/prices.ts'
import { tickets } from '../../../contract/tickets/tickets.ts'
import type { TicketView } from '../../../contract/tickets/words.ts'
import { today } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { Counter } from './Counter.tsx'

const view = (name: TicketView) =>
  ({ to: '/tickets' as const, search: (name === 'all' ? {} : { view: name }) as never }) satisfies LinkProps
const DESK = { new: 'Ticket nuovi', mine: 'Miei', unassigned: 'Non assegnati', late: 'In ritardo' } as const
const OPEN = { all: 'Ticket aperti' } as const
const countsOf = (info: unknown) => (info as { counts: Record<string, number> }).counts
/** Open tickets at the helpdesk; for other people their own open tickets. Each figure is that of the view it leads to. */
function Tickets() {
  const can = useCan()
  if (can('super') || !can('tickets.agent'))
    return <Counter source={tickets.info} figures={countsOf} names={OPEN} links={{ all: view('all') }} />
  const links = { new: view('new'), mine: view('mine'), unassigned: view('unassigned'), late: view('late') }
  return <Counter source={tickets.info} figures={countsOf} names={DESK} links={links} due={{ new: 'amber', late: 'red' }} />
}
/** How many a list has: the figure and what it leads to are one. */
const listed = (source: { list: unknown }, input: object) => ({ source: source.list as never, input: { ...input, per_page: 5 } as never })

/** The figures of a person's work, by policy, beside those of the documents. */
export function WorkCounters() {
  const can = useCan()
  const done = { status: ['completed', 'approved'], from: `${today().slice(0, 7)}-01` }
  return (
    <>
      {can('tickets.open') && <Tickets />}
      {can('exp.read') && (
        <Counter
          {...listed(expirations, { due: ['late'] })}
          names={{ total: 'Scadenze in ritardo' }}
          links={{ total: { to: '/scadenze/{-$id}', params: { id: undefined }, search: { due: ['late'] } as never } }}
          due={{ total: 'red' }}
        />
      )}
      {can('super') && (
        <Counter
          {...listed(inspections, done)}
          names={{ total: 'Verifiche del mese' }}
          links={{ total: { to: '/verifiche', search: done as never } }}
        />
      )}
      {can('prices.read') && can('dash.station') && (
        <Counter
          {...listed(prices, { stale: true })}
          names={{ total: 'Prezzi fermi da oltre 8 giorni' }}
          links={{ total: { to: '/prezzi', search: { stale: true } } }}
          due={{ total: 'red' }}
        />
      )}
      {can('coupons.write') && (
        <Counter
          {...listed(coupons, { status: ['paid'] })}
          names={{ total: 'Buoni da emettere' }}
          links={{ total: { to: '/coupons/{-$id}', params: { id: undefined }, search: { status: ['paid'] } as never } }}
          due={{ total: 'amber' }}
        />
      )}
      {can('gpl.write') && (
        <Counter
          {...listed(gplRequests, { status: ['CREATED'] })}
          names={{ total: 'Richieste GPL senza corso' }}
          links={{ total: { to: '/richieste-carte-gpl/{-$id}', params: { id: undefined }, search: { status: ['CREATED'] } as never } }}
          due={{ total: 'amber' }}
        />
      )}
    </>
  )
}
