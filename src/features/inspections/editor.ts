import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { call } from '../../lib/api.ts'
import { today } from '../../lib/format.ts'
import { NO_ROOM, roomOf, storageState } from '../../lib/storage.ts'
import { type DraftState, openDraft } from '../../outbox/draft-editor.ts'
import { preparePhoto } from '../../outbox/photos.ts'
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

/** A verifica being filled in. */
export function openEditor(first: LocalInspection, revision: number) {
  const draft: InspectionDraft = openDraft({
    ...{ ...localCopy, first, revision, key: inspectionKey(first.client_uuid) },
    derive: (local) => ({ evaluation: evaluateLocal(local) }),
    send: () => sendInspection(draft, {}, true),
    pagehide: { keep: keepUnsavedEdits, take: takeUnsavedEdits },
  })
  const { own, state, change, flush, sync, queue, fresh } = draft
  const keep: KeepFile = async (file, editFor, checkRoom) => {
    checkRoom?.()
    const { kind, question, mime, extension = EXTENSIONS[mime] ?? 'jpg' } = file
    if (kind !== 'signature' && roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
    const { client_uuid } = state.get().local
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
    reopen: () => change(() => ({ status: 'draft' })),
    /** Queues the completion. The copy here stays until the server has everything. */
    complete: (gps_end: LocalInspection['gps_start']) =>
      queue(async () => {
        if (unlinkedFiles(state.get().local).length > 0)
          throw new Error('Alcuni file non sono in nessuna risposta: rimetterli o toglierli.')
        await sendInspection(draft, { status: 'completed', completed_at: new Date().toISOString(), gps_end }, false)
      }),
    cancel: (reason: string) => queue(() => sendInspection(draft, { status: 'cancelled', reason }, false)),
    close: draft.close,
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
