import { Button } from '@mantine/core'
import type { TicketReply } from '../../contract/tickets/reply.ts'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { keyOfReply } from './lanes.ts'
import { recallReply } from './reply-editor.ts'

/** "Annulla invio": a message that this device has not tried to send yet can return to the box. */
export function UndoSend({ item }: { item: Listed }) {
  const undo = () =>
    void recallReply(keyOfReply(item.undo!.data as unknown as TicketReply), item.id).then(
      // The button disappears with its message, so the focus goes to the box.
      () => document.querySelector<HTMLElement>('[data-reply]')?.focus(),
      (error: Error) => notify.error(error.message),
    )
  return (
    <Button variant="default" onClick={undo}>
      Annulla invio
    </Button>
  )
}
