import type { Query } from '@tanstack/react-query'
import { connection } from '../../lib/online.ts'
import { queryClient } from '../../lib/query.ts'

/** Resources to keep up to date, with the number of components that want them (`live.ts`). */
export const liveResources = new Map<string, number>()
/** Period over which clients spread their refetches, so that not all ask at once; the server tells it. */
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
/** Refetches lists and counts, gathered and at a random moment, to avoid a stampede. */
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
    // Never longer than that, even if the clock was set back.
    Math.min(spread.ms, Math.max(0, read + spread.ms - Date.now())) + Math.random() * spread.ms,
  )
}
/** The parameters that identify one record. */
const identityOf = (input: unknown) =>
  Object.entries((input ?? {}) as Record<string, unknown>).filter(([key]) => ['id', 'year', 'number'].includes(key))
/** Refetches changed records at once, lists a little later. */
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
