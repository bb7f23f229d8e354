import { type LinkProps, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo } from 'react'
import type { Row } from '../list/columns.ts'

/** The row opened from each history step; Back returns to that very step. */
const opened = new Map<string, Row['id']>()

/** The list page a record was opened from. Stored in the record's history state, so it survives a reload and ends with the tab. */
export interface ListStep {
  /** History key and index of the list. */
  step: string
  index: number
  /** For each row its id, and the record's name in the address. */
  rows: readonly Row['id'][]
  names: readonly string[]
  /** Titles of the rows on the screen. */
  titles: readonly string[]
}
/** Name of a record in an address: `12`, or `2026/12` with a slug. */
const addressName = ({ slug, id }: { slug?: string; id?: unknown } = {}) => (slug && id !== undefined ? `${slug}/${id}` : id)
const nameIn = ({ params }: LinkProps) => addressName(params as object | undefined)

type Step = ReturnType<typeof useRouter>['state']['location']['state']
const stepOf = ({ __TSR_key = '' }: Step) => __TSR_key

/**
 * After Back, focuses the opened row and scrolls to it. `state` goes into the link of a row. The history step is read rather than
 * subscribed to: a list being left would be drawn once more.
 */
export function useOpenedRow<T extends Row>(
  box: RefObject<HTMLElement | null>,
  ready: boolean,
  rows: readonly T[],
  link: ((row: T) => LinkProps) | undefined,
  say: (row: T) => string,
) {
  const router = useRouter()
  const here = () => stepOf(router.state.location.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is does not depend on when it was drawn
  useEffect(() => {
    if (!ready) return
    const look = () => {
      const step = here()
      const row = opened.get(step)
      if (row === undefined) return
      opened.delete(step)
      box.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
    }
    look()
    // A list may stay mounted beside its records.
    return router.subscribe('onRendered', look)
  }, [ready, router, box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where rows lead and what they are called are new functions every time
  const state = useMemo(() => {
    const [first] = rows
    // Rows that differ only in a search parameter have no page of their own.
    if (!link || !first || nameIn(link(first)) === undefined || link(first).search) return {}
    const list = { rows: rows.map(({ id }) => id), names: rows.map((row) => String(nameIn(link(row)))), titles: rows.map(say) }
    return (now: Step) => ({ from: { step: stepOf(now), index: now.__TSR_index, ...list } satisfies ListStep })
  }, [rows])
  return { state, back: opened.has(here()), onOpen: (row: Row['id']) => void opened.set(here(), row) }
}

/** On a record's page: the list it was opened from, with the previous and next record; undefined if it was opened otherwise. */
export function useOriginList() {
  const router = useRouter()
  const from = useRouterState({ select: ({ location }) => (location.state as { from?: ListStep }).from })
  const name = addressName(useParams({ strict: false }))
  const at = from ? from.names.indexOf(String(name)) : -1
  const row = from?.rows[at]
  // Back returns to the row of the record viewed last.
  useEffect(() => {
    if (from && row !== undefined) opened.set(from.step, row)
  }, [from, row])
  if (!from || at < 0) return undefined
  return {
    before: from.names[at - 1],
    after: from.names[at + 1],
    rows: from.names.map((name, index) => ({ name, title: from.titles?.[index] ?? name, current: index === at })),
    /** Returns to the list; after a deletion, to the row in its place. */
    leave: () => {
      const next = from.rows[at + 1] ?? from.rows[at - 1]
      if (next !== undefined) opened.set(from.step, next)
      router.history.go(from.index - router.state.location.state.__TSR_index)
    },
  }
}
