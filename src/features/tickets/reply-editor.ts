import { replyText, type TicketReply } from '../../contract/tickets/reply.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { clockBehindSeconds } from '../../lib/clock-then.ts'
import { keepLate, readLate } from '../../lib/late-text.ts'
import { notify } from '../../lib/notify.ts'
import { connection } from '../../lib/online.ts'
import { session } from '../../lib/session.ts'
import type { Edit } from '../../outbox/draft-copy.ts'
import { openDraft } from '../../outbox/draft-editor.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import type { Json } from '../../outbox/types.ts'
import { keyOfReply, type TicketPlace } from './lanes.ts'
import { prepareFile } from './prepare-file.ts'
import { isEmptyReply, joinTexts, mergeRecalledReply, newReply, picturesOf, queueReply, unsentPart } from './reply-queue.ts'
import { type SentReply, withoutTakenBack, withTakenBack } from './taken-back.ts'

export const NOT_KEPT =
  'NON salvato: su questo dispositivo non c’è spazio. Libera spazio da foto, video e altre app, non i dati del browser, e riprova: finché questa pagina resta aperta il testo è qui.'
/** A page that is being closed cannot finish writing to IndexedDB. The last text waits in sessionStorage until the ticket is opened again in this tab. */
const LATE = 'piazzale-late-reply'
const lateOf = (key: string) => ({
  keep: (_: TicketReply, local: TicketReply) => keepLate(LATE, { key, user: session.get().user?.id, text: replyText(local) }),
  take(): Edit<TicketReply> | undefined {
    const late = readLate<{ key: string; user: number | undefined; text: object }>(LATE)
    if (late?.key !== key || late.user !== session.get().user?.id) return undefined
    sessionStorage.removeItem(LATE)
    return () => late.text
  },
})
const BOTH_KEPT = 'Stavi scrivendo anche in un’altra scheda: qui ci sono tutti e due i testi.'
/** Two tabs that write to the same ticket have one reply, with the words of both. */
function joinReplies(base: TicketReply, theirs: TicketReply, ours: TicketReply): Partial<TicketReply> | undefined {
  if (theirs.message === base.message || ours.message === base.message) return undefined
  const message = joinTexts(base.message, theirs.message, ours.message)
  if (message === ours.message) return undefined
  notify.info(BOTH_KEPT)
  return { message, mentions: [...theirs.mentions, ...ours.mentions] }
}

interface OpenEditor {
  recall(id: string): Promise<void>
  takeBack(sent: SentReply, files: readonly File[], recall: () => Promise<unknown>): Promise<void>
  flush(): Promise<unknown>
  close(): Promise<void>
}
const editors = new Map<string, OpenEditor>()
/** "Annulla invio" of a reply that is still on this device: through the open editor, if there is one. @throws if the reply has left already */
export const recallReply = async (key: string, id: string): Promise<void> =>
  editors.has(key) ? editors.get(key)!.recall(id) : void (await outbox().recall(id, key, mergeRecalledReply))

/**
 * "Annulla invio" of a reply that has arrived: its text and `files` are in the box, and on this device, before `recall` asks the server; if the
 * server refuses, they are taken out again, since the reply stands. Without a final answer they stay, and whether it stands is not known.
 * @throws what `recall` throws
 */
export async function takeBackReply(key: string, sent: SentReply, files: readonly File[], recall: () => Promise<unknown>): Promise<void> {
  const editor = editors.get(key)
  if (!editor) throw new Error('La casella di risposta non è aperta.')
  await editor.takeBack(sent, files, recall)
}

/** What was written before the ticket had its number becomes the reply to the numbered ticket, in front of what is there. */
async function takeEarlierReply(ticket: TicketPlace) {
  const earlier = ticket.uid && ticket.number ? keyOfReply({ ...ticket, number: 0 }) : undefined
  if (!earlier) return
  // Its editor may still be open, with text that is not stored yet.
  await editors.get(earlier)?.close()
  const left = await outbox().loadDraft(earlier)
  if (!left) return
  const key = keyOfReply(ticket)
  const held = await outbox().loadDraft(key)
  const { data, photos } = mergeRecalledReply({ ...(left.data as object), ...ticket } as Json, held?.data)
  const result = await outbox().saveDraft({ key, data, photos, revision: held?.revision ?? 0 })
  if ('saved' in result) await outbox().discardDraft(earlier, left.revision)
}

/** Opens the reply to a ticket that is being written. Typed text is stored on this device within 300 ms; "Invia" puts it into the queue. */
export async function openReply(ticket: TicketPlace & { subject: string }) {
  const key = keyOfReply(ticket)
  const user = session.get().user?.id
  await takeEarlierReply(ticket)
  // The box of a ticket that was closed just now may still be storing its last letters.
  await editors.get(key)?.flush()
  const held = await outbox().loadDraft(key)
  const draft = openDraft<TicketReply, object>({
    key,
    first: held ? (held.data as unknown as TicketReply) : newReply(ticket),
    revision: held?.revision ?? 0,
    read: (data) => data as unknown as TicketReply,
    picturesOf,
    join: joinReplies,
    unqueuedOf: () => undefined,
    isClosed: () => false,
    derive: () => ({}),
    send: async () => undefined,
    pagehide: lateOf(key),
  })
  const now = () => draft.state.get().local
  const editor = {
    ...{ state: draft.state, change: draft.change, flush: draft.flush, bytesOf: draft.bytesOf },
    /** Takes over what another tab has written. */
    look: draft.sync,
    async addFile(file: File) {
      const { photo, place } = await prepareFile(file, now().uuid)
      await draft.keep([photo], place)
    },
    removeFile: (uuid: string) => draft.change(({ photos }) => ({ photos: photos.filter((one) => one !== uuid) })),
    /** "Invia". The reply is in the queue of this device when this resolves. @throws if it cannot be stored; then nothing changes */
    async send() {
      await draft.queue(async () => {
        if (draft.state.get().saving === 'failed') throw new Error(NOT_KEPT)
        const item = await queueReply(draft.own, key, clockBehindSeconds(Date.now()))
        if (item) await draft.queued((local) => nextReplyAfter(local, item))
      })
      // Without a network nothing is tried, so that it may still be taken back; the engine tries again by itself.
      if (connection.get() === 'online') void wake('put')
    },
    /** "Annulla invio". @throws if the reply has left already */
    async recall(id: string) {
      await draft.queue(async () => void (await draft.own.recall(id, key, mergeRecalledReply)))
      await draft.sync()
    },
    async takeBack(sent: SentReply, files: readonly File[], recall: () => Promise<unknown>) {
      const before = now()
      for (const file of files) await editor.addFile(file)
      draft.change((local) => withTakenBack(local, sent))
      await draft.flush()
      try {
        if (draft.state.get().saving === 'failed') throw new Error(NOT_KEPT)
        await recall()
      } catch (error) {
        if (!(error instanceof ApiError) || isFinal(error)) draft.change((local) => withoutTakenBack(local, sent, before))
        throw error
      }
    },
    async close() {
      draft.close()
      await draft.flush()
      if (editors.get(key) === editor) editors.delete(key)
      if (session.get().user?.id !== user) return
      try {
        const last = await draft.own.loadDraft(key)
        // An empty draft that the server does not have either is deleted.
        if (last && isEmptyReply(last.data as unknown as TicketReply) && !now().synced) await draft.own.discardDraft(key, last.revision)
      } catch (error) {
        // If the person has signed out meanwhile, an empty draft stays: nothing is lost.
        if (session.get().user?.id === user) throw error
      }
    },
  }
  editors.set(key, editor)
  return editor
}
export type ReplyEditor = Awaited<ReturnType<typeof openReply>>

/** The next reply: what was typed while this one was being queued. */
export function nextReplyAfter(local: TicketReply, item: Parameters<typeof unsentPart>[1]): TicketReply {
  const rest = unsentPart(local, item)
  return { ...rest, mentions: rest.message ? rest.mentions : [] }
}
