import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** The second tap of a double one comes this soon after what the first has opened. */
const DOUBLE_MS = 500

/** Takes the tap that was not meant for a dialog which has just opened under the finger: it would close the dialog, or answer it unread. */
export function useOpenedJustNow(opened: boolean) {
  const at = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (opened) at.current = performance.now()
  }, [opened])
  return (event: MouseEvent) => {
    const target = event.target as Element
    const beside = !target.closest('[role="dialog"]')
    // The options of a select lie elsewhere in the page: a choice there is no tap at this dialog.
    const own = event.currentTarget.contains(target)
    if (own && performance.now() < at.current + DOUBLE_MS && (beside || event.detail > 1)) event.stopPropagation()
  }
}
