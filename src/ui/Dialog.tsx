import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Apart } from './Apart.tsx'
import { useOpenedJustNow } from './use-opened-just-now.ts'
import { useTopmost } from './use-topmost.ts'

/** A modal dialog. Only the topmost open dialog reacts to Esc; closing returns the focus. */
export function Dialog({ closeOnEscape = true, children, ...modal }: ModalProps) {
  const topmost = useTopmost(modal.opened, modal.onClose)
  const onClickCapture = useOpenedJustNow(modal.opened)
  return (
    <Modal {...modal} onClickCapture={onClickCapture} closeOnEscape={closeOnEscape && topmost}>
      <FirstFocus />
      <Apart>{children}</Apart>
    </Modal>
  )
}

/** Where a dialog names no `data-autofocus`, its first field or its main action has the focus, not the cross; what is fetched, once it is there. */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const body = mark.current!.parentElement!
    if (firstIn(body)) return
    const watcher = new MutationObserver(() => {
      const to = firstIn(body)
      if (!to) return
      watcher.disconnect()
      if (!body.contains(document.activeElement)) to.focus({ preventScroll: true })
    })
    watcher.observe(body, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [])
  return <span ref={mark} hidden />
}
/** Mantine looks for the attribute when it sets the focus. */
function firstIn(body: HTMLElement): HTMLElement | undefined {
  const named = body.querySelector<HTMLElement>('[data-autofocus]')
  if (named) return named
  // Under a thumb a focused field brings up the keyboard, over what the dialog shows.
  const fields = matchMedia('(pointer: coarse)').matches
    ? []
    : [...body.querySelectorAll<HTMLElement>(':is(input, select, textarea):enabled')]
  // A list that is searched would open when it is focused.
  const others = '[type=hidden], [type=file], [aria-haspopup=listbox]:not([readonly])'
  const buttons = [...body.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')]
  const found =
    fields.find((one) => one.matches(':checked')) ??
    fields.find((one) => !one.matches(others)) ??
    buttons.find((one) => one.matches('[type=submit]')) ??
    buttons[0]
  found?.setAttribute('data-autofocus', 'true')
  return found
}
