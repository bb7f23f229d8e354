import type { Query } from '@tanstack/react-query'
import { connection } from '../../lib/online.ts'
import { queryClient } from '../../lib/query.ts'

/** What is shown of these resources, by how many parts of the page, is kept as it is on the server (`live.ts`). */
export const liveResources = new Map<string, number>()
/** Over how long lists are read again, as the server asks for it: not by everybody at once. */
export const spread = { ms: 1_000 }
export type Rows = Record<string, unknown>[] | null

export const watchedQueries = () =>
  queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ queryKey }) => liveResources.has(String(queryKey[0])) })
export function refetch(which: (query: Query) => boolean) {
  if (connection.get() !== 'online') return
  for (const { queryKey } of watchedQueries().filter(which)) void queryClient.invalidateQueries({ queryKey, exact: true })
}

let later: ReturnType<typeof setTimeout> | undefined
const due = new Set<string>()
let read = 0
/** Lists and counts: gathered, and not by everybody at once. */
export function refetchSoon(query: Query) {
  due.add(query.queryHash)
  if (later) return
  later = setTimeout(
    () => {
      later = undefined
      read = Date.now()
      const now = new Set(due)
      due.clear()
      refetch(({ queryHash }) => now.has(queryHash))
    },
    // Never longer, even if the clock was put back.
    Math.min(spread.ms, Math.max(0, read + spread.ms - Date.now())) + Math.random() * spread.ms,
  )
}
/** Of a read of one record: what names it. */
const identityOf = (input: unknown) =>
  Object.entries((input ?? {}) as Record<string, unknown>).filter(([key]) => ['id', 'year', 'number'].includes(key))
/** Records at once, lists soon. */
export function applyChanges(changed: Record<string, Rows>) {
  for (const [resource, rows] of Object.entries(changed)) {
    void queryClient.invalidateQueries({ queryKey: [resource], refetchType: 'none' })
    for (const query of watchedQueries().filter(({ queryKey }) => queryKey[0] === resource)) {
      const names = identityOf(query.queryKey[2])
      if (!names.length) refetchSoon(query)
      else if (!rows || rows.some((row) => names.every(([key, value]) => row[key] === value))) refetch((one) => one === query)
    }
  }
}
