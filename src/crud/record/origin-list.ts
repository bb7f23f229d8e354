import { type LinkProps, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo } from 'react'
import type { Row } from '../list/columns.ts'

/** Which row was opened from which step of the history; Back returns to that very step. */
const opened = new Map<string, Row['id']>()

/** The page of a list that a record was opened from. It stands in the record's own step of the history: it outlives a reload and goes with the tab. */
export interface ListStep {
  /** The step of the list, and where in the history it stands. */
  step: string
  index: number
  /** Of each row its id, and what the address of its record calls it. */
  rows: readonly Row['id'][]
  names: readonly string[]
  /** What it is called on the screen. */
  titles: readonly string[]
}
/** What an address calls a record: `12`, or with what stands before it `2026/12`. */
const addressName = ({ slug, id }: { slug?: string; id?: unknown } = {}) => (slug && id !== undefined ? `${slug}/${id}` : id)
const nameIn = ({ params }: LinkProps) => addressName(params as object | undefined)

type Step = ReturnType<typeof useRouter>['state']['location']['state']
const stepOf = ({ __TSR_key = '' }: Step) => __TSR_key

/**
 * After Back, focuses the row that was opened and scrolls to it. `opening` goes with the link of a row. The step is looked at and not followed: a list that is
 * left would be drawn once more before it goes.
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
    // A list may stay beside its records.
    return router.subscribe('onRendered', look)
  }, [ready, router, box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where rows lead and what they are called are new functions every time
  const state = useMemo(() => {
    const [first] = rows
    // What a page tells by a parameter is no page of its own.
    if (!link || !first || nameIn(link(first)) === undefined || link(first).search) return {}
    const list = { rows: rows.map(({ id }) => id), names: rows.map((row) => String(nameIn(link(row)))), titles: rows.map(say) }
    return (now: Step) => ({ from: { step: stepOf(now), index: now.__TSR_index, ...list } satisfies ListStep })
  }, [rows])
  return { state, back: opened.has(here()), onOpen: (row: Row['id']) => void opened.set(here(), row) }
}

/** On the page of a record: the list it was opened from, with what stands before and after it there; undefined where it was opened otherwise. */
export function useOriginList() {
  const router = useRouter()
  const from = useRouterState({ select: ({ location }) => (location.state as { from?: ListStep }).from })
  const name = addressName(useParams({ strict: false }))
  const at = from ? from.names.indexOf(String(name)) : -1
  const row = from?.rows[at]
  // Back returns to the row of the record that was looked at last.
  useEffect(() => {
    if (from && row !== undefined) opened.set(from.step, row)
  }, [from, row])
  if (!from || at < 0) return undefined
  return {
    before: from.names[at - 1],
    after: from.names[at + 1],
    rows: from.names.map((name, index) => ({ name, title: from.titles?.[index] ?? name, current: index === at })),
    /** Back to the list as it was; of a record that is gone, to the one in its place. */
    leave: () => {
      const next = from.rows[at + 1] ?? from.rows[at - 1]
      if (next !== undefined) opened.set(from.step, next)
      router.history.go(from.index - router.state.location.state.__TSR_index)
    },
  }
}
