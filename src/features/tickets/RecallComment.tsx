import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type TicketComment, type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { keyOfReply } from './lanes.ts'
import { takeBackReply } from './reply-editor.ts'
import { keyOf } from './ticket-links.ts'
import { withdrawNotice } from './withdraw-notice.ts'

interface RecallCommentProps {
  ticket: Pick<TicketRow, 'id_year' | 'id_number'>
  comment: TicketComment
  /** Milliseconds of this device's clock. The server decides by its own. */
  until: number
}
const UNKNOWN =
  'Nessuna risposta dal server: non si sa se l’invio è stato annullato. Il testo è di nuovo nella casella; prima di inviarlo guarda se il messaggio c’è ancora.'

/** "Annulla invio" of a comment that has arrived: for some seconds it can return to the box, and nobody is told of it. */
export function RecallComment({ ticket, comment, until }: RecallCommentProps) {
  const left = useTimeLeft(until)
  const { mutate, isPending } = useMutation({
    meta: { endpoint: tickets.recall, quiet: (error) => !isFinal(error) },
    mutationFn: () => takeBack(ticket, comment),
    // The button disappears with its message, so the focus goes to the box.
    onSuccess: () => {
      withdrawNotice(tickets.comment.ok)
      document.querySelector<HTMLElement>('[data-reply]')?.focus()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) notify.error((error as Error).message)
      else if (!isFinal(error)) notify.error(UNKNOWN)
    },
  })
  if (!left && !isPending) return null
  return (
    <>
      <Text size="sm" c="dimmed">
        {`Annullabile per ${Math.ceil(left / 1000)} s`}
      </Text>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Annulla invio
      </Button>
    </>
  )
}
function useTimeLeft(until: number): number {
  const [left, setLeft] = useState(() => Math.max(0, until - Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, until - Date.now())), 500)
    return () => clearInterval(timer)
  }, [until])
  return left
}
function notFetched(): never {
  throw new Error('Un allegato non si è potuto riprendere: l’invio non è stato annullato.')
}
async function takeBack(ticket: RecallCommentProps['ticket'], { uuid, message, internal, mentions, attachments }: TicketComment) {
  const files: File[] = []
  for (const { uid, fileName, originalName, mime } of attachments)
    files.push(new File([await call(tickets.file, { uid, fileName }, { part: true }).catch(notFetched)], originalName, { type: mime }))
  const sent = { message, internal, mentions: mentions.map((one) => ({ ...one, sees: true })) }
  const place = keyOf(ticket)
  await takeBackReply(keyOfReply(place), sent, files, () => call(tickets.recall, { ...place, uuid }, { part: true }))
}
