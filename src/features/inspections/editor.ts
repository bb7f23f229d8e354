import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { changesOf, titleOf, unsentKeys } from '../../contract/inspection-draft.ts'
import { inspectionFiles } from '../../contract/inspection-files.ts'
import { inspections } from '../../contract/inspections.ts'
import { call } from '../../lib/api.ts'
import { today } from '../../lib/format.ts'
import { onSessionEnd } from '../../lib/session.ts'
import { NO_ROOM, roomOf, storageState } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { isQuota } from '../../outbox/lost.ts'
import { preparePhoto } from '../../outbox/photos.ts'
import { enqueue, outbox, photoBytes } from '../../outbox/runtime.ts'
import type { Json, NewPhoto } from '../../outbox/types.ts'
import { type Evaluation, evaluate } from '../../rules/inspection-rules.ts'
import { branded } from './brand.ts'
import { all, apply, type Change, fileKept, filesOf, strays } from './changes.ts'
import { gestures, type Keep } from './gestures.ts'
import { keepLate, takeLate } from './late.ts'
import { inspectionKey, type LocalInspection, loadLocal, unqueuedOf } from './local.ts'

/** Text is on the device this long after a change (outbox.md R7), and on its way to the server this long after that. */
const FLUSH_MS = 300
const SYNC_MS = 8_000

/** Save state of the last change. `failed` is always shown: the text is then only in memory. `trial` is never stored, on purpose. */
export type Saving = 'saving' | 'saved' | 'failed' | 'trial'
export interface EditorState {
  local: LocalInspection
  evaluation: Evaluation
  saving: Saving
}
export const evaluated = (local: LocalInspection) => evaluate(local.definition, { ...local, gps: local.gps_start }, local.context, today())

/**
 * A verifica being filled in. Every change is in memory at once, on the device 300 ms later in one durable transaction (text and photos together),
 * and queued for the server when the person pauses. Other tabs are respected: a save over a newer copy takes that copy and puts our changes on it.
 */
export function openEditor(first: LocalInspection, firstRevision: number) {
  /** Of whoever opened it, also after somebody else has signed in. */
  const own = outbox()
  let revision = firstRevision
  /** As it is on the device. */
  let base = first
  /** Gestures that are in memory only; done again on the copy of another tab, if one comes between. */
  let pending: readonly Change[] = []
  const state = createStore<EditorState>({ local: first, evaluation: evaluated(first), saving: 'saved' })
  /** Photos whose bytes are not on the device yet. */
  const fresh = new Map<string, NewPhoto>()
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  /** Why the last save failed. */
  let failure: unknown

  function change(make: Change) {
    pending = [...pending, make]
    show(apply(state.get().local, make))
    clearTimeout(syncTimer)
    // Not put off by the next keystroke: who writes without a pause is saved too.
    flushTimer ??= setTimeout(() => void flush(), FLUSH_MS)
    syncTimer = setTimeout(() => void sync(), SYNC_MS)
  }
  const show = (local: LocalInspection) =>
    state.set({ local, evaluation: evaluated(local), saving: pending.length > 0 ? 'saving' : 'saved' })
  /** A change whose files could not be stored is undone. */
  function takeBack(made: Change) {
    pending = pending.filter((one) => one !== made)
    show(pending.reduce(apply, base))
  }
  /** Everything so far is on the device when this resolves; it never rejects: `saving` tells. */
  function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing = writing.then(write)
    return writing
  }
  async function write() {
    const { local } = state.get()
    const made = pending
    if (made.length === 0) return
    const adding = [...fresh.values()]
    const names = picturesOf(local).filter((hash) => !fresh.has(hash))
    try {
      const result = await own.saveDraft({
        key: inspectionKey(local.client_uuid),
        data: local as unknown as Json,
        photos: [...adding, ...names],
        revision,
        unqueued: unqueuedOf(local),
      })
      if ('newer' in result) {
        adopt(result.newer.data as unknown as LocalInspection, result.newer.revision)
        return await write()
      }
      revision = result.saved.revision
      base = local
      pending = pending.slice(made.length)
      for (const photo of adding) fresh.delete(photo.hash)
      if (pending.length === 0) state.set({ ...state.get(), saving: 'saved' })
    } catch (error) {
      console.error(error)
      failure = error
      state.set({ ...state.get(), saving: 'failed' })
    }
  }
  /** Another tab saved meanwhile: its copy, with what was done here since done again on top. */
  function adopt(newer: LocalInspection, at: number) {
    revision = at
    base = newer
    show(pending.reduce(apply, newer))
  }

  /** Saves, and takes what other tabs have saved: what is typed here may have been queued by a tab opened since. */
  async function catchUp(): Promise<void> {
    await flush()
    const stored = await loadLocal(state.get().local.client_uuid)
    if (stored && stored.revision !== revision) {
      adopt(stored.local, stored.revision)
      await flush()
    }
  }
  /** Queueing is done one at a time: a save that started late must not follow the completion. */
  let queueing: Promise<unknown> = Promise.resolve()
  function inTurn(run: () => Promise<void>): Promise<void> {
    const turn = queueing.then(run)
    queueing = turn.catch(() => undefined)
    return turn
  }
  /** Queues what changed; the last queued item, while untried, is replaced. */
  function sync(): Promise<void> {
    clearTimeout(syncTimer)
    return inTurn(async () => {
      await catchUp()
      const { local } = state.get()
      if (local.status !== 'draft' || (local.dirty.length === 0 && !local.headDirty)) return
      await send({}, true)
    })
  }
  async function send(closing: Record<string, unknown>, replaceable: boolean) {
    const { local } = state.get()
    const items = await own.list()
    // What has its receipt is not said again: that it is as it was would look like a change to whoever merges two copies.
    const behind = items.some(({ id, state }) => id === local.queued?.id && state !== 'sent') ? local.queued : null
    const keys = unsentKeys({ ...local, queued: behind })
    const withHead = local.headDirty || (!!behind && behind.head !== false)
    const final = !replaceable
    const removed = Object.keys(local.files).filter((uuid) => local.files[uuid]!.removed)
    // What the server refused is corrected in its place: everything behind it waits for it.
    const refused = items.find(
      (item) => item.lane === inspectionKey(local.client_uuid) && item.state === 'needs-fix' && item.endpoint === inspections.update.name,
    )
    const { present, notes, signatures, ...rest } = changesOf(local, keys)
    const input = {
      id: local.client_uuid,
      rev: { $ref: local.client_uuid, field: 'rev', ...(local.rev !== null && { or: local.rev }) },
      ...rest,
      ...((withHead || refused) && { present, notes, signatures }),
      ...(removed.length > 0 && { removed_files: removed }),
      ...closing,
    }
    const photos = filesOf(local, final ? undefined : keys).map((file) => file.hash)
    if (refused && final) await own.fix(refused.id, { input: { ...input, answers: local.answers } as unknown as Json, photos })
    const item =
      refused && final
        ? refused
        : await enqueue(inspections.update, input, {
            entity: local.client_uuid,
            lane: inspectionKey(local.client_uuid),
            label: `${closing.status === 'cancelled' ? 'Annullamento' : final ? 'Completamento' : 'Salvataggio'}: ${titleOf(local)}`,
            photos,
            replaceable,
          })
    change((now) => ({
      queued:
        item.id === now.queued?.id ? { id: item.id, keys, head: withHead } : { id: item.id, keys: local.dirty, head: local.headDirty },
      dirty: now.dirty.filter((key) => !keys.includes(key) || !same(now.answers[key], local.answers[key])),
      headDirty: now.headDirty && !same(headOf(now), headOf(local)),
      ...(final && { status: 'closing' as const }),
    }))
    clearTimeout(syncTimer)
    await flush()
  }

  /** A file and its place in the verifica are one change: no reload can find the one without the other. */
  const keep: Keep = async (file, place, mayBe) => {
    mayBe?.()
    const { kind, question, mime, extension = EXTENSIONS[mime] ?? 'jpg' } = file
    if (kind !== 'signature' && roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
    const { client_uuid } = state.get().local
    const uuid = crypto.randomUUID()
    const photo = await preparePhoto(branded(file.bytes, mime, uuid), mime, { uuid, client_uuid, question, kind, extension, ...file.facts })
    const small = file.thumbnail && (await preparePhoto(file.thumbnail, 'image/jpeg'))
    mayBe?.()
    fresh.set(photo.hash, photo)
    if (small) fresh.set(small.hash, small)
    const { stamp } = file.facts ?? {}
    const entry = { hash: photo.hash, mime, kind, question, ...(small && { small: small.hash }), ...(stamp && { stamp }) }
    const kept = all(fileKept(uuid, entry), place(uuid))
    change(kept)
    await flush()
    // On a full device a picture must not keep the text beside it from being saved (a browser need not say beforehand how much room there is).
    if (fresh.has(photo.hash) && isQuota(failure)) {
      fresh.delete(photo.hash)
      if (small) fresh.delete(small.hash)
      takeBack(kept)
      void flush()
      throw new Error(NO_ROOM)
    }
    return uuid
  }
  // Typed before the page was reloaded, and not queued yet.
  if (first.status === 'draft' && (first.dirty.length || first.headDirty)) syncTimer = setTimeout(() => void sync(), SYNC_MS)
  const holds = () => state.get().saving !== 'saved'
  state.subscribe(() => (holds() ? unsaved.add(holds) : unsaved.delete(holds)))
  // What was typed just before the sign-out is saved while its author is still known.
  onSessionEnd.add(flush)
  const leave = () => pending.length > 0 && keepLate(base, state.get().local)
  addEventListener('pagehide', leave)
  const late = first.status === 'draft' ? takeLate(first) : undefined
  if (late) change(late)

  return {
    state,
    ...gestures(change, keep, () => state.get().local),
    /** The bytes of a file of this verifica: from this device, else from the server; undefined where neither has them. */
    async picture(uuid: string, small = false): Promise<Blob | undefined> {
      const file = state.get().local.files[uuid]
      const hash = (small && file?.small) || file?.hash
      const bytes = hash && (fresh.get(hash)?.bytes ?? (await photoBytes(hash).catch(() => undefined)))
      if (bytes) return new Blob([bytes], { type: hash === file.small ? 'image/jpeg' : file.mime })
      return call(inspectionFiles.get, { uuid }, { part: true }).catch(() => undefined)
    },
    flush,
    sync,
    /** What "Esporta" gives where the device cannot write: this verifica as it is in memory, its pictures, and what of it still waits. */
    exported: async () => (await import('./export-open.ts')).exportOpen(state.get().local, own, fresh),
    /** Takes a closed verifica back to be corrected, after the server refused it. */
    reopen: () => change(() => ({ status: 'draft' })),
    /** Queues the completion. The copy here stays until the server has everything. */
    complete: (gps_end: LocalInspection['gps_start']) =>
      inTurn(async () => {
        await catchUp()
        if (strays(state.get().local).length > 0) throw new Error('Alcuni file non sono in nessuna risposta: rimetterli o toglierli.')
        await send({ status: 'completed', completed_at: new Date().toISOString(), gps_end }, false)
      }),
    cancel: (reason: string) =>
      inTurn(async () => {
        await catchUp()
        await send({ status: 'cancelled', reason }, false)
      }),
    close() {
      onSessionEnd.delete(flush)
      removeEventListener('pagehide', leave)
      clearTimeout(flushTimer)
      void sync()
    },
  }
}
export type Editor = ReturnType<typeof openEditor>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const headOf = ({ present, notes, signatures, contextChanged, context }: LocalInspection) => [
  ...[present, notes, signatures],
  contextChanged && context,
]
/** File extensions by type: the server refuses a file whose extension and contents differ. */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }
/** The pictures, and their thumbnails, that the copy on the device keeps. */
export const picturesOf = (local: LocalInspection) =>
  Object.values(local.files).flatMap(({ hash, small }) => (small ? [hash, small] : [hash]))

/** Follows one slice of the editor: a keystroke in one question draws no other. What is in it as it was before stays the same object. */
export function useEditor<T>(editor: Editor, slice: (state: EditorState) => T): T {
  const last = useRef<T>(undefined)
  return useSyncExternalStore(editor.state.subscribe, () => {
    last.current = replaceEqualDeep(last.current, slice(editor.state.get()))
    return last.current
  })
}
/** Opens the copy on this device; undefined when there is none. */
export async function editLocal(uuid: string): Promise<Editor | undefined> {
  const found = await loadLocal(uuid)
  return found && openEditor(found.local, found.revision)
}
