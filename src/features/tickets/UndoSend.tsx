import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { holdLeft } from '../../outbox/rows.ts'
import { recallReply } from './reply-editor.ts'

/** Until it goes, whoever wrote it may take it back: it stands in the box again. `after`: what may be done once that time is over, were it not to go. */
export function HeldWays({ item, after }: { item: Listed; after: ReactNode }) {
  const [left, setLeft] = useState(() => holdLeft(item, Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setLeft(holdLeft(item, Date.now())), 500)
    return () => clearInterval(timer)
  }, [item])
  if (!left) return after
  const undo = () =>
    void recallReply(item.lane, item.id).then(
      // The button is gone with what it was about.
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
