import type { TicketRow } from '../../contract/tickets/tickets.ts'
import type { RecordList } from '../../crud/record/Crumbs.tsx'

export const TICKETS: RecordList = { title: 'Tickets', link: { to: '/tickets' } }

type Numbered = Pick<TicketRow, 'id_year' | 'id_number'>
export const linkOf = ({ id_year, id_number }: Numbered) =>
  ({ to: '/tickets/$slug/{-$id}', params: { slug: String(id_year), id: id_number } }) as const
/** The path parameters of a call about one ticket. */
export const keyOf = ({ id_year, id_number }: Numbered) => ({ year: id_year, number: id_number })
