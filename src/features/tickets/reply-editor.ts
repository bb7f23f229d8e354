import { replyText, type TicketReply } from '../../contract/tickets/reply.ts'
import { session } from '../../lib/session.ts'
import { sha256 } from '../../lib/sha256.ts'
import { NO_ROOM, roomOf, storageState } from '../../lib/storage.ts'
import { type Edit, openDraft } from '../../outbox/draft-editor.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import type { NewPhoto } from '../../outbox/types.ts'
import { withUniqueBytes } from '../../outbox/unique-bytes.ts'
import { isEmptyReply, laneOfTicket, mergeRecalledReply, newReply, picturesOf, queueReply, TICKET_KIND, unsentPart } from './reply-queue.ts'

const NOT_KEPT =
  'NON salvato: su questo dispositivo non c’è spazio. Libera spazio e riprova: finché questa pagina resta aperta il testo è qui.'
const NOT_ALLOWED = 'Formato file non consentito.'
/** A page that is being closed cannot finish writing to IndexedDB. The last text waits in sessionStorage until the ticket is opened again in this tab. */
const LATE = 'piazzale-late-reply'
const lateOf = (key: string) => ({
  keep: (_: TicketReply, local: TicketReply) =>
    sessionStorage.setItem(LATE, JSON.stringify({ key, user: session.get().user?.id, text: replyText(local) })),
  take(): Edit<TicketReply> | undefined {
    const late = JSON.parse(sessionStorage.getItem(LATE) ?? 'null') as { key: string; user: number | undefined; text: object } | null
    if (late?.key !== key || late.user !== session.get().user?.id) return undefined
    sessionStorage.removeItem(LATE)
    return () => late.text
  },
})
/** The uuid of a file that is no picture is derived from its hash, so that the outbox sends the same bytes once, whichever comment they belong to. */
const uuidFrom = (hash: string) => hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')

async function prepared(file: File, record: string): Promise<{ uuid: string; mime: string; photo: NewPhoto }> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (file.type.startsWith('image/')) {
    const { prepareImage } = await import('../../ui/image.ts')
    const { bytes: made, mime } = await prepareImage(file)
    const uuid = crypto.randomUUID()
    const end = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }[mime as string] ?? 'jpg'
    const bytes = withUniqueBytes(made, mime, uuid)
    const name = `${file.name.replace(/\.\w+$/, '') || 'foto'}.${end}`
    return {
      uuid,
      mime,
      photo: { hash: await sha256(bytes), bytes, type: mime, meta: { of: TICKET_KIND, uuid, record, extension: end, name } },
    }
  }
  const { fileKind } = await import('../../contract/kernel/file-kinds.ts')
  const bytes = await file.arrayBuffer()
  const mime = fileKind(extension, new Uint8Array(bytes))
  if (!mime) throw new Error(NOT_ALLOWED)
  const hash = await sha256(bytes)
  const uuid = uuidFrom(hash)
  return { uuid, mime, photo: { hash, bytes, type: mime, meta: { of: TICKET_KIND, uuid, record: uuid, extension, name: file.name } } }
}

const editors = new Map<string, { recall(id: string): Promise<void> }>()
/** "Annulla invio": through the open editor, if there is one. @throws if the reply has left already */
export const recallReply = async (key: string, id: string): Promise<void> =>
  editors.has(key) ? editors.get(key)!.recall(id) : void (await outbox().recall(id, key, mergeRecalledReply))

/** Opens the reply to a ticket that is being written. Typed text is stored on this device within 300 ms; "Invia" puts it into the queue. */
export async function openReply(ticket: { year: number; number: number; subject: string }) {
  const key = laneOfTicket(ticket)
  const user = session.get().user?.id
  const held = await outbox().loadDraft(key)
  const draft = openDraft<TicketReply, object>({
    key,
    first: held ? (held.data as unknown as TicketReply) : newReply(ticket),
    revision: held?.revision ?? 0,
    read: (data) => data as unknown as TicketReply,
    picturesOf,
    unqueuedOf: () => undefined,
    isClosed: () => false,
    derive: () => ({}),
    send: async () => undefined,
    pagehide: lateOf(key),
  })
  const now = () => draft.state.get().local
  const editor = {
    ...{ state: draft.state, change: draft.change, bytesOf: draft.bytesOf },
    /** Takes over what another tab has written. */
    look: draft.sync,
    async addFile(file: File) {
      if (roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
      const { uuid, mime, photo } = await prepared(file, now().uuid)
      if (now().photos.includes(uuid)) return
      const { name } = photo.meta as { name: string }
      await draft.keep([photo], ({ photos, files }) => ({
        photos: [...photos, uuid],
        files: { ...files, [uuid]: { hash: photo.hash, mime, name, size: photo.bytes.byteLength } },
      }))
    },
    removeFile: (uuid: string) => draft.change(({ photos }) => ({ photos: photos.filter((one) => one !== uuid) })),
    /** "Invia". The reply is in the queue of this device when this resolves. @throws if it cannot be stored; then nothing changes */
    async send() {
      await draft.queue(async () => {
        if (draft.state.get().saving === 'failed') throw new Error(NOT_KEPT)
        const item = await queueReply(draft.own, key)
        if (item) await draft.queued((local) => nextReplyAfter(local, item))
      })
      void wake('put')
    },
    /** "Annulla invio". @throws if the reply has left already */
    async recall(id: string) {
      await draft.queue(async () => void (await draft.own.recall(id, key, mergeRecalledReply)))
      await draft.sync()
    },
    async close() {
      if (editors.get(key) === editor) editors.delete(key)
      draft.close()
      await draft.flush()
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
  return { ...rest, mentions: rest.message ? rest.mentions : [], written_at: new Date().toISOString() }
}
