import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { call } from '../../lib/api.ts'
import { clockBehindSeconds } from '../../lib/clock-then.ts'
import { today } from '../../lib/format.ts'
import { NO_ROOM, roomOf, storageState } from '../../lib/storage-space.ts'
import type { DraftState } from '../../outbox/draft-copy.ts'
import { openDraft } from '../../outbox/draft-editor.ts'
import { preparePhoto } from '../../outbox/photos.ts'
import { filesSaved } from '../../outbox/saving-files.ts'
import { withUniqueBytes } from '../../outbox/unique-bytes.ts'
import { type Evaluation, evaluate } from '../../rules/inspections/evaluate.ts'
import { addFileEdit, combineEdits, unlinkedFiles } from './edits.ts'
import { inspectionActions, type KeepFile } from './inspection-actions.ts'
import { inspectionKey, type LocalInspection, loadLocal, localCopy } from './local-inspection.ts'
import { type InspectionDraft, sendInspection } from './send-inspection.ts'
import { keepUnsavedEdits, takeUnsavedEdits } from './unsaved-edits.ts'

export type EditorState = DraftState<LocalInspection, { evaluation: Evaluation }>
export const evaluateLocal = (local: LocalInspection) =>
  evaluate(local.definition, { ...local, gps: local.gps_start }, local.context, today())

/** Stores a file with the edit that names it. */
function fileKeeper(draft: InspectionDraft): KeepFile {
  return async (file, editFor, checkRoom) => {
    checkRoom?.()
    const { kind, question, mime, extension = EXTENSIONS[mime] ?? 'jpg' } = file
    if (kind !== 'signature' && roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
    const { client_uuid } = draft.state.get().local
    const uuid = crypto.randomUUID()
    const photo = await preparePhoto(withUniqueBytes(file.bytes, mime, uuid), mime, {
      uuid,
      client_uuid,
      question,
      kind,
      extension,
      ...file.facts,
    })
    const small = file.thumbnail && (await preparePhoto(file.thumbnail, 'image/jpeg'))
    checkRoom?.()
    const { stamp } = file.facts ?? {}
    const entry = { hash: photo.hash, mime, kind, question, ...(small && { small: small.hash }), ...(stamp && { stamp }) }
    await draft.keep(small ? [photo, small] : [photo], combineEdits(addFileEdit(uuid, entry), editFor(uuid)))
    return uuid
  }
}

/** A verifica being filled in. */
export function openEditor(first: LocalInspection, revision: number) {
  const draft: InspectionDraft = openDraft({
    ...{ ...localCopy, first, revision, key: inspectionKey(first.client_uuid) },
    derive: (local) => ({ evaluation: evaluateLocal(local) }),
    async send() {
      const { local } = state.get()
      // A completion that was confirmed before the app was closed is carried out now; one under way here waits for its position.
      if (local.completing && !completing) await finish(null)
      else if (local.dirty.length > 0 || local.headDirty) await sendInspection(draft, {}, true)
    },
    pagehide: { keep: keepUnsavedEdits, take: takeUnsavedEdits },
  })
  const { own, state, change, flush, sync, queue, fresh } = draft
  let completing = false
  let closed = false
  async function finish(gps_end: LocalInspection['gps_start']) {
    const { local } = state.get()
    const key = inspectionKey(local.client_uuid)
    if (local.status === 'closing') return
    if (unlinkedFiles(local).length > 0) {
      change(() => ({ completing: null }))
      throw new Error('Alcuni file non sono in nessuna risposta: rimetterli o toglierli.')
    }
    // The app may have been closed between the queue and the copy.
    const waits = (await own.list()).some(
      ({ lane, state, input }) =>
        lane === key && !['sent', 'needs-fix'].includes(state) && (input as { status?: string })?.status === 'completed',
    )
    if (waits) return draft.queued(() => ({ status: 'closing', completing: null }))
    const completed_at = local.completing ?? new Date().toISOString()
    const clock_behind_s = clockBehindSeconds(Date.parse(completed_at))
    await sendInspection(
      draft,
      { status: 'completed', completed_at, ...(clock_behind_s !== undefined && { clock_behind_s }), gps_end },
      false,
    )
  }
  const keep = fileKeeper(draft)
  if (first.completing && first.status === 'draft') void sync().catch(() => undefined)

  return {
    state,
    ...inspectionActions(change, keep, () => state.get().local),
    /** The bytes of a file of this verifica: from this device, else from the server; undefined where neither has them. */
    async picture(uuid: string, small = false): Promise<Blob | undefined> {
      const file = state.get().local.files[uuid]
      const hash = (small && file?.small) || file?.hash
      const bytes = hash && (await draft.bytesOf(hash))
      if (bytes) return new Blob([bytes], { type: hash === file.small ? 'image/jpeg' : file.mime })
      return call(inspectionFiles.get, { uuid }, { part: true }).catch(() => undefined)
    },
    flush,
    sync,
    /** The content of "Esporta" if the device cannot write: this verifica as it is in memory, its pictures, and its unsent items. */
    exported: async () => (await import('./export-draft.ts')).exportDraft(state.get().local, own, fresh),
    /** Takes a closed verifica back to be corrected, after the server refused it. */
    reopen: () => change(() => ({ status: 'draft', completing: null })),
    /**
     * Queues the completion. The confirmation is stored first and carried out even if the app is closed while the position is looked for;
     * files still being stored go with it. The copy here stays until the server has everything.
     */
    async complete(position: () => Promise<LocalInspection['gps_start']> = async () => null) {
      completing = true
      try {
        change(() => ({ completing: new Date().toISOString() }))
        await flush()
        await filesSaved(inspectionKey(first.client_uuid))
        const gps_end = await position()
        await queue(() => finish(gps_end))
      } catch (error) {
        // Nobody is there to confirm again once the page is left: it stays confirmed, and the next start tries again.
        if (!closed) change(() => ({ completing: null }))
        throw error
      } finally {
        completing = false
      }
    },
    /** Takes over what another editor of this verifica has stored: pictures chosen before the page was left and opened again. */
    catchUp: () =>
      queue(async () => {
        if (state.get().local.completing && !completing) await finish(null)
      }),
    cancel: (reason: string) => queue(() => sendInspection(draft, { status: 'cancelled', reason }, false)),
    close() {
      closed = true
      draft.close()
    },
  }
}
export type Editor = ReturnType<typeof openEditor>

/** File extensions by type: the server refuses a file whose extension and contents differ. */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }

/** Follows one slice of the editor: a keystroke in one question draws no other. What is in it as it was before stays the same object; `keep` sees to that. */
export function useEditor<T>(
  editor: Editor,
  slice: (state: EditorState) => T,
  keep: (before: T | undefined, next: T) => T = replaceEqualDeep,
): T {
  const last = useRef<{ of: EditorState; by: typeof slice; value: T }>(undefined)
  return useSyncExternalStore(editor.state.subscribe, () => {
    const of = editor.state.get()
    // React asks several times for each change.
    if (last.current?.of !== of || last.current.by !== slice) last.current = { of, by: slice, value: keep(last.current?.value, slice(of)) }
    return last.current.value
  })
}
/** Opens the copy on this device; undefined when there is none. */
export async function openLocalEditor(uuid: string): Promise<Editor | undefined> {
  const found = await loadLocal(uuid)
  return found && openEditor(found.local, found.revision)
}
