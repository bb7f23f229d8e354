import { Modal, type ModalProps } from '@mantine/core'
import { useId, useLayoutEffect } from 'react'
import { createStore } from '../lib/store.ts'

/** Those that are open, the topmost last. */
const opened = createStore<readonly string[]>([])

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** The last thing on the page itself that had the focus: a menu from which a dialog was opened is gone with it. */
let onPage: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(FLOATING)) onPage = target
})
/** Where nothing else has taken the focus, what had it when the dialog was opened has it again. */
function giveBack(before: Element | null) {
  const at = document.activeElement
  const lost = !at || at === document.body || (!opened.get().length && at.closest(FLOATING))
  const to = [before, onPage].find((one) => one instanceof HTMLElement && one !== document.body && one.isConnected && one !== at)
  if (lost) (to as HTMLElement | undefined)?.focus({ preventScroll: true })
}

/** A modal dialog. Of several that are open only the topmost hears Esc; closed, it gives the focus back. */
export function Dialog({ closeOnEscape = true, ...modal }: ModalProps) {
  const id = useId()
  const stack = opened.use()
  useLayoutEffect(() => {
    if (!modal.opened) return
    const at = document.activeElement
    const before = at?.closest('[role="menu"], [role="listbox"]') ? null : at
    opened.set([...opened.get(), id])
    return () => {
      opened.set(opened.get().filter((other) => other !== id))
      setTimeout(giveBack, 0, before)
    }
  }, [modal.opened, id])
  return <Modal {...modal} closeOnEscape={closeOnEscape && stack.at(-1) === id} />
}
