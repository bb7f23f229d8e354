import { useWindowEvent } from '@mantine/hooks'
import { type MouseEventHandler, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'

/** The button that opens it. */
export type Opener = ReactElement<{ ref?: Ref<HTMLButtonElement>; onClick?: MouseEventHandler; loading?: boolean }>

/**
 * For a component fetched at its first opening, which replaces the button that opened it. The new button is focused before it opens, so
 * that the focus returns there.
 */
export function useFirstOpening() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  // The opened layer takes the focus a moment later, but Esc must work from the start.
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (opened && key === 'Escape' && !defaultPrevented && document.activeElement === button.current) setOpened(false)
  })
  // If it is closed before it has taken the focus, it would still take it, and lose it when it unmounts.
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
