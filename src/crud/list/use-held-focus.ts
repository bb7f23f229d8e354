import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const FLOATING = '[role="dialog"], [role="menu"], [role="alertdialog"]'

/**
 * When the row with the focus goes (deleted, another page, another order), the row in its place gets it. Spread on what holds the rows. A dialog
 * or a menu opened from a row comes back to it; whoever went elsewhere stays there.
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
