import { expirations } from '../../contract/expirations/expirations.ts'
import type { ListSearch } from '../../crud/list/list-search.ts'
import { query } from '../../lib/query.ts'
import { daysOf } from '../../rules/shared/calendar.ts'

/** A month of more expirations than this says how many each day has. */
const SHOWN = 100
export type Chosen = Partial<ListSearch<typeof expirations.list>>
/** The filters of the list that a month keeps: its days are its own. */
export const keptOf = ({ type, status, station_id, search }: Chosen): Chosen => ({ type, status, station_id, search })
/** The expirations of a month `YYYY-MM`, with their number on each day. */
export function monthQuery(month: string, chosen: Chosen) {
  const days = daysOf(month)
  const within = { from: days[0], to: days.at(-1), sort: 'date', facet: 'date', per_page: SHOWN, page: 1 }
  return query(expirations.list, { ...keptOf(chosen), ...within } as never)
}
