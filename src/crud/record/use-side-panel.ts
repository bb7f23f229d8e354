import { useMediaQuery } from '@mantine/hooks'
import { type FocusEvent, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import type { Row } from '../list/columns.ts'

/** A panel beside the rows of a list that shows one of them too, such as a map; either chooses the row. */
export interface SidePanel {
  panel: ReactNode
  chosen: Row['id'] | undefined
  onChoose: (id: Row['id']) => void
}

/** Without room beside the rows, the panel is above them, on screen and in reading order. */
export const useStacked = () => useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })

const nameIn = (target: EventTarget) => (target as Element).closest('tr, li')?.querySelector<HTMLElement>('[data-row]')

/** The focused row is the chosen one; a click outside its link focuses it. A row chosen in the panel is scrolled into view. */
export function useSidePanel(box: RefObject<HTMLElement | null>, rows: readonly Row[], beside: SidePanel | undefined) {
  const chosen = beside?.chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may be among other rows
  useEffect(() => {
    const row = box.current?.querySelector(`[data-row="${chosen}"]`)?.closest('tr')
    // Scrolls the list's box only; the page stays where it is.
    const pane = row?.closest('table')?.parentElement
    if (!row || !pane) return
    const head = row.closest('table')!.tHead!.offsetHeight
    const seen = row.offsetTop - head >= pane.scrollTop && row.offsetTop + row.offsetHeight <= pane.scrollTop + pane.clientHeight
    if (!seen) pane.scrollTop = row.offsetTop - pane.clientHeight / 2
  }, [chosen, rows, box])
  return (
    beside && {
      onFocus({ target }: FocusEvent) {
        const name = nameIn(target)?.dataset.row
        const row = rows.find(({ id }) => String(id) === name)
        if (row) beside.onChoose(row.id)
      },
      onClickCapture(event: MouseEvent) {
        const name = nameIn(event.target)
        if (!name || (event.target as Element).closest('a, button, input, label')) return
        event.stopPropagation()
        name.focus()
      },
    }
  )
}
