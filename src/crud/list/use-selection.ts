import { useRef, useState } from 'react'
import { type BulkAction, bulkActions } from '../../contract/kernel/bulk-actions.ts'
import type { Endpoint } from '../../contract/kernel/endpoint.ts'
import { useCan } from '../../lib/session.ts'
import type { Row, Ticks } from './columns.ts'

type Id = Row['id']
export interface Selection extends Ticks {
  ids: ReadonlySet<Id>
  /** Everything the filters find, on all pages; the server finds out which rows. */
  all: boolean
  chooseAll: () => void
  clear: () => void
  /** The bulk actions the person may use, by name. */
  actions: [string, BulkAction][]
}
interface Chosen {
  key: string
  ids: ReadonlySet<Id>
  all: boolean
}
const NONE: ReadonlySet<Id> = new Set()

/**
 * The ticked rows of a list; undefined if the person may not use any bulk action. The selection survives paging and reordering; another
 * search or filter clears it.
 */
export function useSelection(list: Endpoint, search: object, rows: readonly Row[]): Selection | undefined {
  const can = useCan()
  const actions = Object.entries(bulkActions(list)).filter(([, { policy }]) => can(policy))
  const key = JSON.stringify({ ...search, page: 0, per_page: 0, sort: 0 })
  const [chosen, setChosen] = useState<Chosen>({ key, ids: NONE, all: false })
  const last = useRef<Id>(undefined)
  // Forgotten at once, or they would be ticked again by going back to the first search.
  if (chosen.key !== key) setChosen({ key, ids: NONE, all: false })
  if (!actions.length) return undefined
  const { ids, all } = chosen.key === key ? chosen : { ids: NONE, all: false }
  const choose = (next: Iterable<Id>, every = false) => setChosen({ key, ids: new Set(next), all: every })
  const here = rows.map(({ id }) => id)
  const has = (id: Id) => all || ids.has(id)
  const count = here.filter(has).length
  const page = !count ? 'none' : count < here.length ? 'some' : 'all'
  // After "all", unticking one row leaves the visible rows ticked.
  const known = all ? new Set(here) : ids
  return {
    ...{ ids, all, has, page, actions },
    toggle(id, range) {
      const [from, to] = [here.indexOf(last.current!), here.indexOf(id)]
      const between = range && from >= 0 ? here.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      last.current = id
      choose(has(id) ? [...known].filter((one) => !between.includes(one)) : [...known, ...between])
    },
    togglePage: () => choose(page === 'all' ? [...known].filter((one) => !here.includes(one)) : [...known, ...here]),
    chooseAll: () => choose([], true),
    clear: () => choose([]),
  }
}
