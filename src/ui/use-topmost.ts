import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

interface Layer {
  id: string
  close: () => void
}
/** The open layers, the topmost last. */
let stack: readonly Layer[] = []
/** Closes the topmost open layer, as its cross does; undefined where none is open. */
export const topmostLayer = () => stack.at(-1)?.close
const listeners = new Set<() => void>()
const become = (next: readonly Layer[]) => {
  stack = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** The last focused element outside of layers: a menu that opened a dialog is gone when the dialog closes. */
let onPage: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(FLOATING)) onPage = target
})
/** If nothing else has taken the focus, it returns to where it was when the dialog opened. */
function giveBack(before: Element | null) {
  const at = document.activeElement
  const lost = !at || at === document.body || (!stack.length && at.closest(FLOATING))
  const to = [before, onPage].find((one) => one instanceof HTMLElement && one !== document.body && one.isConnected && one !== at)
  if (lost) (to as HTMLElement | undefined)?.focus({ preventScroll: true })
}

/** Whether a dialog, sheet or drawer is the topmost open one, which alone reacts to Esc. Closing it returns the focus. `close` is what Back does on a phone. */
export function useTopmost(opened: boolean, close: () => void): boolean {
  const id = useId()
  const top = useSyncExternalStore(subscribe, () => stack.at(-1)?.id)
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!opened) return
    const at = document.activeElement
    const before = at?.closest('[role="menu"], [role="listbox"]') ? null : at
    become([...stack, { id, close: () => latest.current() }])
    return () => {
      become(stack.filter((other) => other.id !== id))
      setTimeout(giveBack, 0, before)
    }
  }, [opened, id])
  return top === id
}
