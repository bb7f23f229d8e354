import { useId, useLayoutEffect, useSyncExternalStore } from 'react'

/** What is open over the page, the topmost last. */
let stack: readonly string[] = []
const listeners = new Set<() => void>()
const become = (next: readonly string[]) => {
  stack = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** The last thing on the page itself that had the focus: a menu from which a dialog was opened is gone with it. */
let onPage: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(FLOATING)) onPage = target
})
/** Where nothing else has taken the focus, what had it when the dialog was opened has it again. */
function giveBack(before: Element | null) {
  const at = document.activeElement
  const lost = !at || at === document.body || (!stack.length && at.closest(FLOATING))
  const to = [before, onPage].find((one) => one instanceof HTMLElement && one !== document.body && one.isConnected && one !== at)
  if (lost) (to as HTMLElement | undefined)?.focus({ preventScroll: true })
}

/** Whether a dialog, a sheet or a drawer is the topmost of those that are open, and so the one that hears Esc; closed, it gives the focus back. */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  const top = useSyncExternalStore(subscribe, () => stack.at(-1))
  useLayoutEffect(() => {
    if (!opened) return
    const at = document.activeElement
    const before = at?.closest('[role="menu"], [role="listbox"]') ? null : at
    become([...stack, id])
    return () => {
      become(stack.filter((other) => other !== id))
      setTimeout(giveBack, 0, before)
    }
  }, [opened, id])
  return top === id
}
