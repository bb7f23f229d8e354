import { type LinkProps, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo } from 'react'
import type { Row } from './columns.ts'

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
const called = ({ slug, id }: { slug?: string; id?: unknown } = {}) => (slug && id !== undefined ? `${slug}/${id}` : id)
const nameIn = ({ params }: LinkProps) => called(params as object | undefined)

/** After Back, focuses the row that was opened and scrolls to it. `opening` goes with the link of a row. */
export function useOpenedRow<T extends Row>(
  box: RefObject<HTMLElement | null>,
  ready: boolean,
  rows: readonly T[],
  link: ((row: T) => LinkProps) | undefined,
  say: (row: T) => string,
) {
  // Not followed: a list that is left would be drawn once more before it goes. Whatever changes the step of one that stays draws it.
  const { __TSR_key: step = '', __TSR_index: index } = useRouter().state.location.state
  useEffect(() => {
    const row = opened.get(step)
    if (!ready || row === undefined) return
    opened.delete(step)
    box.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
  }, [step, ready, box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where rows lead and what they are called are new functions every time
  const from = useMemo<ListStep | undefined>(() => {
    const [first] = rows
    // What a page tells by a parameter is no page of its own.
    if (!link || !first || nameIn(link(first)) === undefined || link(first).search) return undefined
    return { step, index, rows: rows.map(({ id }) => id), names: rows.map((row) => String(nameIn(link(row)))), titles: rows.map(say) }
  }, [rows, step, index])
  const state = useMemo(() => ({ from }), [from])
  return { state, back: opened.has(step), onOpen: (row: Row['id']) => void opened.set(step, row) }
}

/** On the page of a record: the list it was opened from, with what stands before and after it there; undefined where it was opened otherwise. */
export function useCameFrom() {
  const router = useRouter()
  const from = useRouterState({ select: ({ location }) => (location.state as { from?: ListStep }).from })
  const name = called(useParams({ strict: false }))
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
