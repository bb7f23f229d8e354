import { Modal, type ModalProps } from '@mantine/core'
import { useTopmost } from './use-topmost.ts'

/** A modal dialog. Of several that are open only the topmost hears Esc; closed, it gives the focus back. */
export function Dialog({ closeOnEscape = true, ...modal }: ModalProps) {
  const topmost = useTopmost(modal.opened)
  return <Modal {...modal} closeOnEscape={closeOnEscape && topmost} />
}
