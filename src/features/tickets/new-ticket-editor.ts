import type { NewTicketDraft, NewTicketValues } from '../../contract/tickets/new-ticket.ts'
import { clockBehindSeconds } from '../../lib/clock-then.ts'
import { keepLate, readLate } from '../../lib/late-text.ts'
import { session } from '../../lib/session.ts'
import type { Edit } from '../../outbox/draft-copy.ts'
import { openDraft } from '../../outbox/draft-editor.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import { laneOfNewTicket } from './lanes.ts'
import { isEmptyTicket, newTicketValues, queueNewTicket, titleOfNewTicket } from './new-ticket-queue.ts'
import { prepareFile } from './prepare-file.ts'
import { NOT_KEPT } from './reply-editor.ts'
import { picturesOf } from './reply-queue.ts'

type TicketEdit = Edit<NewTicketDraft>
const read = (data: unknown) => data as NewTicketDraft
const unqueuedOf = (local: NewTicketDraft) => (local.state === 'confirmed' ? titleOfNewTicket(local) : undefined)
export const newTicket = (uuid: string, given: Partial<NewTicketValues>, station: NewTicketDraft['station']): NewTicketDraft => ({
  ...{ uuid, station, values: { ...newTicketValues, ...given, station_id: station?.id ?? null } },
  ...{ photos: [], files: {}, state: 'writing' },
})

/** A page that is being closed cannot finish writing to IndexedDB. The last text waits in sessionStorage until the draft is opened again in this tab. */
const LATE = 'piazzale-late-ticket'
const lateOf = (key: string) => ({
  keep: (_: NewTicketDraft, { values, station, requester }: NewTicketDraft) =>
    keepLate(LATE, { key, user: session.get().user?.id, part: { values, station, requester } }),
  take(): TicketEdit | undefined {
    const late = readLate<{ key: string; user: number | undefined; part: object }>(LATE)
    if (late?.key !== key || late.user !== session.get().user?.id) return undefined
    sessionStorage.removeItem(LATE)
    return () => late.part
  },
})

/**
 * Opens a ticket that is being written on this device, or begins it with `first`. Text is stored within 300 ms, a file at once;
 * "Apri ticket" puts it into the queue.
 */
export async function openNewTicket(uuid: string, first: NewTicketDraft) {
  const key = laneOfNewTicket(uuid)
  const held = await outbox().loadDraft(key)
  const draft = openDraft<NewTicketDraft, object>({
    ...{ key, first: held ? read(held.data) : first, revision: held?.revision ?? 0, read, picturesOf, unqueuedOf },
    isClosed: () => false,
    derive: () => ({}),
    async send() {
      await queueNewTicket(draft.own, draft.state.get().local)
      await draft.queued(() => ({ state: 'queued' }))
      void wake('put')
    },
    pagehide: lateOf(key),
  })
  const now = () => draft.state.get().local
  async function drop() {
    await draft.flush()
    const last = await draft.own.loadDraft(key)
    if (last) await draft.own.discardDraft(key, last.revision)
  }
  return {
    state: draft.state,
    bytesOf: draft.bytesOf,
    /** When the draft that was found was last stored, in milliseconds; undefined if it was begun now. */
    found: held && !isEmptyTicket(read(held.data)) ? held.savedAt : undefined,
    type: (values: Partial<NewTicketValues>, station?: NewTicketDraft['station']) =>
      draft.change((local) => ({
        ...{ values: { ...local.values, ...values }, state: 'writing' },
        ...(station !== undefined && { station }),
      })),
    /** The person it is opened for; null: who writes. */
    choose: (requester: { id: number; name: string } | null) => draft.change(() => ({ requester, state: 'writing' })),
    /** Resolves once it is on the device. */
    async typeAndStore(values: Partial<NewTicketValues>) {
      draft.change((local) => ({ values: { ...local.values, ...values } }))
      await draft.flush()
      if (draft.state.get().saving === 'failed') throw new Error(NOT_KEPT)
    },
    /** @throws Error with an Italian sentence */
    async addFile(file: File) {
      const { photo, place } = await prepareFile(file, uuid)
      await draft.keep([photo], (local) => ({ ...place(local), state: 'writing' }))
    },
    removeFile: (file: string) => draft.change(({ photos }) => ({ photos: photos.filter((one) => one !== file), state: 'writing' })),
    /** "Apri ticket". The ticket is in the queue of this device when this resolves. @throws if it cannot be stored */
    async confirm() {
      await draft.flush()
      if (draft.state.get().saving === 'failed') throw new Error(NOT_KEPT)
      const now = Date.now()
      // One that the server has refused keeps the moment at which it was first sent.
      draft.change(({ written_at, clock_behind_s }) => ({
        state: 'confirmed',
        ...(written_at
          ? { written_at, clock_behind_s }
          : { written_at: new Date(now).toISOString(), clock_behind_s: clockBehindSeconds(now) }),
      }))
      await draft.sync()
    },
    drop,
    async close() {
      draft.close()
      if (now().state === 'writing' && isEmptyTicket(now())) await drop().catch(() => undefined)
    },
  }
}
export type NewTicketEditor = Awaited<ReturnType<typeof openNewTicket>>

/** Queues a ticket that was confirmed just before its page was closed. */
export async function queueConfirmedTicket(uuid: string): Promise<void> {
  const held = await outbox().loadDraft(laneOfNewTicket(uuid))
  if (!held || unqueuedOf(read(held.data)) === undefined) return
  const editor = await openNewTicket(uuid, read(held.data))
  await editor.confirm()
  await editor.close()
}
