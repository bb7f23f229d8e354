import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const FLOATING = '[role="dialog"], [role="menu"], [role="alertdialog"]'

/**
 * When the focused row disappears (deleted, another page, another order), the row in its place gets the focus. Spread on the element that
 * holds the rows. A dialog or menu opened from a row returns to it; if the focus went elsewhere it stays there.
 */
export function useHeldFocus(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const here = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows have changed
  useLayoutEffect(() => {
    if (here.current && document.activeElement === document.body)
      body.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  }, [rows])
  return {
    ref: body,
    onFocusCapture: () => {
      here.current = true
    },
    onBlurCapture: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !(relatedTarget as Element | null)?.closest(FLOATING)) here.current = false
    },
  }
}
