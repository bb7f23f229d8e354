import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { TicketReply } from '../../contract/tickets/reply.ts'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { holdLeft } from '../../outbox/rows.ts'
import { keyOfReply } from './lanes.ts'
import { recallReply } from './reply-editor.ts'

/** "Annulla invio": for some seconds a message is held back, and can return to the box. `after` is shown once that time is over. */
export function UndoSend({ item, after }: { item: Listed; after: ReactNode }) {
  const [left, setLeft] = useState(() => holdLeft(item, Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setLeft(holdLeft(item, Date.now())), 500)
    return () => clearInterval(timer)
  }, [item])
  if (!left) return after
  const undo = () =>
    void recallReply(keyOfReply(item.undo!.data as unknown as TicketReply), item.id).then(
      // The button disappears with its message, so the focus goes to the box.
      () => document.querySelector<HTMLElement>('[data-reply]')?.focus(),
      (error: Error) => notify.error(error.message),
    )
  return (
    <>
      <Text size="sm" c="dimmed">
        {`Parte tra ${Math.ceil(left / 1000)} s`}
      </Text>
      <Button variant="default" onClick={undo}>
        Annulla invio
      </Button>
    </>
  )
}
