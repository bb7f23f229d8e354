import { useMediaQuery } from '@mantine/hooks'
import { type FocusEvent, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import type { Row } from '../list/columns.ts'

/** What stands beside the rows of a list and shows one of them as well, such as a map: it is chosen in either. */
export interface SidePanel {
  panel: ReactNode
  chosen: Row['id'] | undefined
  onChoose: (id: Row['id']) => void
}

/** Where there is no room beside the rows, it stands above them, for the eye as for the keyboard. */
export const useStacked = () => useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })

const nameIn = (target: EventTarget) => (target as Element).closest('tr, li')?.querySelector<HTMLElement>('[data-row]')

/** The row that has the focus is the chosen one, and a click beside its link gives it the focus; chosen elsewhere, it comes into view where rows scroll. */
export function useSidePanel(box: RefObject<HTMLElement | null>, rows: readonly Row[], beside: SidePanel | undefined) {
  const chosen = beside?.chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may be among other rows
  useEffect(() => {
    const row = box.current?.querySelector(`[data-row="${chosen}"]`)?.closest('tr')
    // Only within the pane: the page stays where it is.
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
