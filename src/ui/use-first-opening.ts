import { useWindowEvent } from '@mantine/hooks'
import { type MouseEventHandler, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'

/** The button that opens it. */
export type Opener = ReactElement<{ ref?: Ref<HTMLButtonElement>; onClick?: MouseEventHandler; loading?: boolean }>

/**
 * What is fetched when it is first opened takes the place of the button it was opened from. The new button is given the focus before it opens: that
 * is where the focus comes back to.
 */
export function useFirstOpening() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  // What has just opened gets the focus a moment later: Esc is heard from the start.
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (opened && key === 'Escape' && !defaultPrevented && document.activeElement === button.current) setOpened(false)
  })
  // Closed before it has taken the focus, it still would, and be gone with it.
  useEffect(() => {
    const at = button.current
    if (opened || !at) return
    const keep = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(`[aria-labelledby="${at.id}"]`)) at.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [opened])
  return { button, opened, setOpened }
}
