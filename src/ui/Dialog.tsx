import { Modal, type ModalProps } from '@mantine/core'
import { useTopmost } from './use-topmost.ts'

/** A modal dialog. Only the topmost open dialog reacts to Esc; closing returns the focus. */
export function Dialog({ closeOnEscape = true, ...modal }: ModalProps) {
  const topmost = useTopmost(modal.opened)
  return <Modal {...modal} closeOnEscape={closeOnEscape && topmost} />
}
