import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import type { Row } from './columns.ts'

/** Which row was opened from which step of the history; Back returns to that very step. */
const opened = new Map<string, Row['id']>()

/** After Back, focuses the row that was opened and scrolls to it. Returns the function to call when a row is opened. */
export function useOpenedRow(box: RefObject<HTMLElement | null>, ready: boolean) {
  const step = useRouterState({ select: (state) => state.location.state.__TSR_key ?? '' })
  useEffect(() => {
    const row = opened.get(step)
    if (!ready || row === undefined) return
    opened.delete(step)
    box.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
  }, [step, ready, box])
  return (row: Row['id']) => void opened.set(step, row)
}
