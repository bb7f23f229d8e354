import { useRef, useState } from 'react'
import { type Ticket, tickets } from '../../contract/tickets.ts'
import { useFormDraft } from '../../crud/use-form-draft.ts'
import { useLeaveGuard } from '../../crud/use-leave-guard.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient, useSend } from '../../lib/query.ts'
import { emptyReply, mentioned, type Reply } from './reply.ts'
import { useFiles } from './use-files.ts'
import { keyOf } from './words.ts'

/** The answer being written to a ticket: its text is a draft on this device, its files are held until they are sent. */
export function useReply(ticket: Ticket) {
  const [text, setText] = useState<Omit<Reply, 'files'>>(emptyReply)
  const { chosen, add, remove, clear } = useFiles()
  const draft = useFormDraft(`ticket-reply:${ticket.id}`, ({ values }) => {
    setText((typed) => (typed.message ? typed : { ...emptyReply, ...(values as object) }))
  })
  const comment = useSend(tickets.comment)
  /** The same answer sent again after a lost answer is one comment. */
  const name = useRef<string>(undefined)
  /** It has arrived, and its files have not. */
  const arrived = useRef<number>(undefined)
  const files = useRef(chosen)
  files.current = chosen
  // What is typed is kept; bytes are not.
  useLeaveGuard(() => files.current.length > 0, { left: () => undefined, sessionEnd: draft.flush })

  function onChange(part: Partial<Omit<Reply, 'files'>>) {
    setText((before) => {
      const next = { ...before, ...part }
      if (next.message.trim()) draft.write({ values: next as never, base: {}, rev: undefined, attempt: undefined })
      else void draft.clear()
      return next
    })
  }
  async function onSend() {
    name.current ??= crypto.randomUUID()
    const key = keyOf(ticket)
    const { message, internal } = text
    arrived.current ??= (
      await comment.mutateAsync({ ...key, message, internal, uuid: name.current, mentions: mentioned(text).map(({ id }) => id) })
    ).id
    try {
      if (chosen.length) await call(tickets.upload, { ...key, comment_id: arrived.current, files: chosen.map(({ file }) => file) })
    } catch (error) {
      notify.error(`Il messaggio è inviato, gli allegati no. Premi di nuovo il bottone per inviarli. ${(error as Error).message}`)
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: [tickets.comment.resource] })
    }
    name.current = undefined
    arrived.current = undefined
    clear()
    setText(emptyReply)
    await draft.drop()
  }
  return { reply: { ...text, files: chosen }, onChange, onFiles: add, onRemove: remove, onSend }
}
