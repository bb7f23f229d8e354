import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import type { Json } from '../contract/kernel/placeholder.ts'
import { NO_ROOM, roomOf, storageState } from '../lib/storage-space.ts'
import { confirmedAs, isUntouched, queuedAs, reverted, typed } from './copy.ts'
import { laneOfCopy, sendCopy } from './copy-send.ts'
import type { CopyKind } from './copy-types.ts'
import { openDraft } from './draft-editor.ts'
import { pagehideCopy } from './pagehide-copy.ts'
import { preparePhoto } from './photos.ts'
import { outbox, wake } from './runtime.ts'
import { withUniqueBytes } from './unique-bytes.ts'

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }

/** Editor of one local copy: text is stored within 300 ms, and all of it is queued with "Salva". */
export function openCopy(kind: CopyKind, first: OfflineCopy, revision: number) {
  const { read, picturesOf, unqueuedOf, isClosed } = kind
  const key = laneOfCopy(kind, first)
  const draft = openDraft<OfflineCopy, object>({
    ...{ key, first, revision, read, picturesOf, unqueuedOf, isClosed },
    derive: () => ({}),
    async send() {
      const { local } = draft.state.get()
      await sendCopy(draft.own, kind.calls, local)
      await draft.queued(queuedAs(local))
      void wake('put')
    },
    pagehide: pagehideCopy(key),
  })
  const { state, change, flush, sync, own } = draft
  /** Removes the draft from the device. */
  async function drop() {
    await flush()
    const held = await own.loadDraft(key)
    if (held) await own.discardDraft(key, held.revision)
  }
  const now = () => state.get().local
  return {
    ...{ state, sync, bytesOf: draft.bytesOf },
    type: (part: Partial<Values>) => change(typed(part)),
    /** "Salva": resolves once the copy is on the device; `state` tells if that failed. */
    async confirm() {
      change(confirmedAs(kind.titleOf))
      await sync()
    },
    /** "Annulla": goes back to the last confirmed values; a copy that was never confirmed is removed. */
    async revert() {
      if (!now().confirmed) return drop()
      change(reverted)
      await flush()
    },
    async addPhoto({ bytes, mime }: { bytes: ArrayBuffer; mime: string }) {
      if (roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
      const uuid = crypto.randomUUID()
      const meta = { of: kind.name, uuid, record: now().uuid, extension: EXTENSIONS[mime] ?? 'jpg' }
      const photo = await preparePhoto(withUniqueBytes(bytes, mime, uuid), mime, meta)
      await draft.keep([photo], (local) => ({
        ...typed({ photos: [...local.values.photos, uuid] })(local),
        files: { ...local.files, [uuid]: { hash: photo.hash, mime } },
      }))
    },
    /** Returns a function that puts the picture back in its place. */
    removePhoto(uuid: string) {
      const at = now().values.photos.indexOf(uuid)
      const others = ({ values }: OfflineCopy) => values.photos.filter((one) => one !== uuid)
      change((local) => typed({ photos: others(local) })(local))
      return () => change((local) => typed({ photos: others(local).toSpliced(at, 0, uuid) })(local))
    },
    async close() {
      draft.close()
      // An empty draft may stay: the person may have signed out meanwhile.
      if (!now().confirmed && isUntouched(now(), kind.written)) await drop().catch(() => undefined)
    },
  }
}
export type CopyEditor = ReturnType<typeof openCopy>

/**
 * Opens the copy on this device; undefined if there is none.
 * @param place the part of the lane after the name of the kind
 */
export async function editCopy(kind: CopyKind, place: string): Promise<CopyEditor | undefined> {
  const found = await outbox().loadDraft(`${kind.name}:${place}`)
  return found && openCopy(kind, kind.read(found.data), found.revision)
}
/** Creates a local copy to write in; an existing one is opened as it is. */
export async function beginCopy(kind: CopyKind, copy: OfflineCopy): Promise<void> {
  if (await reopenCopy(kind, copy)) return
  // Revision 0 is refused if another tab has just created the same draft; it is being written there.
  await outbox().saveDraft({ key: laneOfCopy(kind, copy), data: copy as unknown as Json, revision: 0 })
}
/** Reopens the copy on this device for correction; false if there is none. */
export async function reopenCopy(kind: CopyKind, of: Pick<OfflineCopy, 'station_id' | 'uuid'>): Promise<boolean> {
  const key = laneOfCopy(kind, of)
  const held = await outbox().loadDraft(key)
  if (!held) return false
  const copy: OfflineCopy = { ...kind.read(held.data), state: 'writing' }
  await outbox().saveDraft({ key, data: copy as unknown as Json, photos: kind.picturesOf(copy), revision: held.revision })
  return true
}
