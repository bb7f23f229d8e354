import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import type { Answer, Answers, Signature } from '../../contract/inspection-answers.ts'
import { inspectionFiles } from '../../contract/inspection-files.ts'
import type { Section } from '../../contract/inspection-form.ts'
import { type Evaluation, evaluate } from '../../contract/inspection-rules.ts'
import { answerKey } from '../../contract/inspection-visibility.ts'
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
import type { PreparedImage } from '../../ui/image.ts'
import { branded } from './brand.ts'
import { inspectionKey, type LocalFile, type LocalInspection, listLocal, loadLocal, titleOf } from './local.ts'

/** Text is on the device this long after a change (outbox.md R7), and on its way to the server this long after that. */
const FLUSH_MS = 300
const SYNC_MS = 8_000

/** How far the last change has come. `failed` is never hidden: it says that the text is only in memory. `trial` is kept nowhere on purpose. */
export type Saving = 'saving' | 'saved' | 'failed' | 'trial'
export interface EditorState {
  local: LocalInspection
  evaluation: Evaluation
  saving: Saving
}
export const evaluated = (local: LocalInspection) =>
  evaluate(
    local.definition,
    { answers: local.answers, signatures: local.signatures, gps: local.gps_start, open: local.open },
    local.context,
    today(),
  )

/**
 * A verifica being filled in. Every change is in memory at once, on the device 300 ms later in one durable transaction (text and photos together),
 * and queued for the server when the person pauses. Other tabs are respected: a save over a newer copy takes that copy and puts our changes on it.
 */
export function openEditor(first: LocalInspection, firstRevision: number) {
  /** Of whoever opened it, also after somebody else has signed in. */
  const own = outbox()
  let revision = firstRevision
  const state = createStore<EditorState>({ local: first, evaluation: evaluated(first), saving: 'saved' })
  /** Photos whose bytes are not on the device yet. */
  const fresh = new Map<string, NewPhoto>()
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  /** Why the last save failed. */
  let failure: unknown

  function change(patch: Partial<LocalInspection>) {
    const local = { ...state.get().local, ...patch }
    state.set({ local, evaluation: evaluated(local), saving: 'saving' })
    clearTimeout(syncTimer)
    // Not put off by the next keystroke: who writes without a pause is saved too.
    flushTimer ??= setTimeout(() => void flush(), FLUSH_MS)
    syncTimer = setTimeout(() => void sync(), SYNC_MS)
  }
  /** Everything so far is on the device when this resolves; it never rejects: `saving` tells. */
  function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing = writing.then(write)
    return writing
  }
  async function write() {
    const { local, saving } = state.get()
    if (saving === 'saved' && fresh.size === 0) return
    const adding = [...fresh.values()]
    const held = Object.values(local.files).map((file) => file.hash)
    const names = held.filter((hash) => !fresh.has(hash))
    try {
      const result = await own.saveDraft({
        key: inspectionKey(local.client_uuid),
        data: local as unknown as Json,
        photos: [...adding, ...names],
        revision,
      })
      if ('newer' in result) {
        adopt(result.newer.data as unknown as LocalInspection, result.newer.revision)
        return await write()
      }
      revision = result.saved.revision
      for (const photo of adding) fresh.delete(photo.hash)
      if (state.get().local === local) state.set({ ...state.get(), saving: 'saved' })
    } catch (error) {
      console.error(error)
      failure = error
      state.set({ ...state.get(), saving: 'failed' })
    }
  }
  /** Another tab saved meanwhile: its copy, with the answers changed here on top. What it holds as they are here is no change any more. */
  function adopt(newer: LocalInspection, at: number) {
    revision = at
    const mine = state.get().local
    const answers = { ...newer.answers }
    const dirty = mine.dirty.filter((key) => !same(mine.answers[key], newer.answers[key]))
    for (const key of dirty)
      if (mine.answers[key]) answers[key] = mine.answers[key]
      else delete answers[key]
    const headDirty = mine.headDirty && !same(headOf(mine), headOf(newer))
    const head = headDirty ? { present: mine.present, notes: mine.notes, signatures: mine.signatures, headDirty } : {}
    const local = {
      ...newer,
      ...head,
      answers,
      files: { ...newer.files, ...mine.files },
      dirty: [...new Set([...newer.dirty, ...dirty])],
      // Who has closed it has closed it, whatever another tab was still saving.
      ...(mine.status === 'closing' && { status: mine.status, queued: mine.queued }),
    }
    state.set({ local, evaluation: evaluated(local), saving: 'saving' })
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
  /** Queues what changed; the last queued item, while untried, is replaced. */
  async function sync(): Promise<void> {
    clearTimeout(syncTimer)
    await catchUp()
    const { local } = state.get()
    if (local.status !== 'draft' || (local.dirty.length === 0 && !local.headDirty)) return
    await send({}, true)
  }
  async function send(closing: Record<string, unknown>, replaceable: boolean) {
    const { local } = state.get()
    const keys = [...new Set([...(local.queued?.keys ?? []), ...local.dirty])]
    const final = !replaceable
    const input = {
      id: local.client_uuid,
      rev: { $ref: local.client_uuid, field: 'rev', ...(local.rev !== null && { or: local.rev }) },
      answers: Object.fromEntries(keys.map((key) => [key, local.answers[key] ?? null])),
      present: local.present,
      notes: local.notes,
      signatures: local.signatures,
      ...(local.gps_start && { gps_start: local.gps_start }),
      ...closing,
    }
    const photos = final ? Object.values(local.files).map((file) => file.hash) : hashesOf(local, keys)
    // What the server refused is corrected in its place: everything behind it waits for it.
    const refused = (await own.list()).find(
      (item) => item.lane === inspectionKey(local.client_uuid) && item.state === 'needs-fix' && item.endpoint === inspections.update.name,
    )
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
    const latest = state.get().local
    const queued = item.id === local.queued?.id ? { id: item.id, keys } : { id: item.id, keys: local.dirty }
    change({
      queued,
      dirty: latest.dirty.filter((key) => !keys.includes(key) || latest.answers[key] !== local.answers[key]),
      headDirty: latest.present !== local.present || latest.notes !== local.notes || latest.signatures !== local.signatures,
      ...(final && { status: 'closing' as const }),
    })
    clearTimeout(syncTimer)
    await flush()
  }

  async function keepFile(
    bytes: ArrayBuffer,
    mime: string,
    kind: LocalFile['kind'],
    question: string,
    extension = mime === 'image/png' ? 'png' : 'jpg',
  ): Promise<string> {
    if (kind !== 'signature' && roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
    const { client_uuid } = state.get().local
    const uuid = crypto.randomUUID()
    const photo = await preparePhoto(branded(bytes, mime, uuid), mime, { uuid, client_uuid, question, kind, extension })
    fresh.set(photo.hash, photo)
    change({ files: { ...state.get().local.files, [uuid]: { hash: photo.hash, mime, kind } } })
    await flush()
    // On a full device a picture must not keep the text beside it from being saved (a browser need not say beforehand how much room there is).
    if (fresh.has(photo.hash) && isQuota(failure)) {
      fresh.delete(photo.hash)
      const { [uuid]: _, ...files } = state.get().local.files
      change({ files })
      throw new Error(NO_ROOM)
    }
    return uuid
  }
  const touch = (key: string, answers: Answers) => {
    const { dirty } = state.get().local
    change({ answers, dirty: dirty.includes(key) ? dirty : [...dirty, key] })
  }
  // Typed before the page was reloaded, and not queued yet.
  if (first.status === 'draft' && (first.dirty.length || first.headDirty)) syncTimer = setTimeout(() => void sync(), SYNC_MS)
  const holds = () => state.get().saving !== 'saved'
  state.subscribe(() => (holds() ? unsaved.add(holds) : unsaved.delete(holds)))
  // What was typed just before the sign-out is saved while there still is somebody to save it for.
  onSessionEnd.add(flush)

  return {
    state,
    answer: (key: string, part: Partial<Answer>) => touch(key, withAnswer(state.get().local.answers, key, part)),
    addBlock(section: Section) {
      const key = newBlock(section)
      if (key) touch(key, { ...state.get().local.answers, [key]: begun() })
    },
    head: (part: Partial<Pick<LocalInspection, 'present' | 'notes'>>) => change({ ...part, headDirty: true }),
    sign: (who: 'inspector' | 'manager', signature: Signature | null) =>
      change({ signatures: { ...state.get().local.signatures, [who]: signature }, headDirty: true }),
    position: (gps_start: LocalInspection['gps_start']) => change({ gps_start, headDirty: true }),
    addPhoto: (question: string, image: Pick<PreparedImage, 'bytes' | 'mime'>) => keepFile(image.bytes, image.mime, 'photo', question),
    addSignature: (question: string, png: ArrayBuffer) => keepFile(png, 'image/png', 'signature', question),
    addFile: (question: string, bytes: ArrayBuffer, extension: string) => keepFile(bytes, mimeOf(extension), 'file', question, extension),
    /** The bytes of a file of this verifica: from this device, else from the server; undefined where neither has them. */
    async picture(uuid: string): Promise<Blob | undefined> {
      const file = state.get().local.files[uuid]
      const bytes = file && (fresh.get(file.hash)?.bytes ?? (await photoBytes(file.hash).catch(() => undefined)))
      if (bytes) return new Blob([bytes], { type: file.mime })
      return call(inspectionFiles.get, { uuid }, { part: true }).catch(() => undefined)
    },
    flush,
    sync,
    /** Takes a closed verifica back to be corrected, after the server refused it. */
    reopen: () => change({ status: 'draft' }),
    /** Queues the completion. The copy here stays until the server has everything. */
    async complete(gps_end: LocalInspection['gps_start']) {
      await catchUp()
      await send({ status: 'completed', completed_at: new Date().toISOString(), gps_end }, false)
    },
    async cancel(reason: string) {
      await catchUp()
      await send({ status: 'cancelled', reason }, false)
    },
    close() {
      onSessionEnd.delete(flush)
      clearTimeout(flushTimer)
      void sync()
    },
  }
}
export type Editor = ReturnType<typeof openEditor>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const headOf = ({ present, notes, signatures }: LocalInspection) => [present, notes, signatures]
const begun = () => ({ at: new Date().toISOString() })
const isEmpty = ({ v, note, photos, nc }: Answer) => (v === null || v === undefined) && !note && !photos?.length && !nc
/** The answers with part of one changed; an answer with nothing left in it is taken back. */
export function withAnswer(answers: Answers, key: string, part: Partial<Answer>): Answers {
  const next = { ...answers[key], ...part }
  const { [key]: _, ...rest } = answers
  return isEmpty(next) ? rest : { ...rest, [key]: { ...next, ...begun() } }
}
/** Answer key of one more block of a section repeated by hand; its first question begins it. */
export function newBlock(section: Section): string | undefined {
  const first = section.questions.find((question) => question.type !== 'info')
  return first && answerKey(first.key, `free-${crypto.randomUUID()}`)
}

const mimes: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
const mimeOf = (extension: string) => mimes[extension] ?? 'application/octet-stream'
/** Hashes of the local files that the named answers, and the signatures, refer to. */
function hashesOf(local: LocalInspection, keys: string[]): string[] {
  const text = JSON.stringify([keys.map((key) => local.answers[key]), local.signatures])
  return Object.entries(local.files).flatMap(([uuid, file]) => (text.includes(uuid) ? [file.hash] : []))
}

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
/** Queues what was typed before the page was closed in a hurry; called when a person comes to the device. */
export async function queueLeftovers(): Promise<void> {
  for (const { local } of await listLocal()) {
    if (local.status !== 'draft' || (local.dirty.length === 0 && !local.headDirty)) continue
    const editor = await editLocal(local.client_uuid)
    await editor?.sync()
    editor?.close()
  }
}
