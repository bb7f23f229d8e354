import * as v from 'valibot'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { TICKET_EQUIPMENT, TICKET_VIEWS, type TicketView } from '../../contract/tickets/words.ts'
import { listSearch, readSearch } from '../../crud/list/list-search.ts'

/** The search parameters of /tickets: those of the list, and whether it is shown as a board. */
export const ticketsSearch = listSearch(tickets.list, { scheda: v.literal('lavagna') })
/** The search parameters of a ticket's page (the open tab) and of a new ticket (its station and equipment, and the id of its draft). */
export const ticketSearch = readSearch({
  scheda: v.string(),
  pv: wholeNumber(1),
  tipo: v.picklist(Object.keys(TICKET_EQUIPMENT) as [keyof typeof TICKET_EQUIPMENT]),
  pezzo: wholeNumber(1),
  bozza: v.pipe(v.string(), v.uuid()),
})
export type TicketSearch = ReturnType<typeof ticketSearch>

/** The views by their slug in addresses, such as `/tickets/miei`. */
const slugs: Readonly<Record<string, TicketView>> = {
  aperti: 'all',
  nuovi: 'new',
  miei: 'mine',
  'non-assegnati': 'unassigned',
  'in-ritardo': 'late',
  'in-attesa': 'waiting',
  chiusi: 'closed',
  eliminati: 'deleted',
}
export const viewOfSlug = (slug: string): TicketView | undefined => (Object.hasOwn(slugs, slug) ? slugs[slug] : undefined)
export const views = Object.entries(TICKET_VIEWS) as [TicketView, string][]
