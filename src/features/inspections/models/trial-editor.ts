import type { ModelDefinition } from '../../../contract/inspections/form.ts'
import { createStore } from '../../../lib/store.ts'
import { type Editor, type EditorState, evaluateLocal } from '../editor.ts'
import { addFileEdit, applyEdit, combineEdits, type Edit } from '../edits.ts'
import { inspectionActions, type KeepFile } from '../inspection-actions.ts'
import type { LocalInspection } from '../local-inspection.ts'
import { ALL_FLAGS, exampleStation, type Flag } from './example-station.ts'

/** A verifica to try a model with: it behaves as the real one, and is kept nowhere. */
export function trialEditor(definition: ModelDefinition): Editor & { setFlags: (flags: readonly Flag[]) => void } {
  const blobs = new Map<string, Blob>()
  const first: LocalInspection = {
    ...exampleStation(ALL_FLAGS),
    client_uuid: crypto.randomUUID(),
    user: 0,
    number: null,
    model: { id: 0, name: definition.name, version: 0, hash: null },
    definition,
    open: [],
    answers: {},
    signatures: {},
    present: null,
    notes: null,
    gps_start: null,
    started_at: new Date().toISOString(),
    rev: null,
    files: {},
    dirty: [],
    headDirty: false,
    queued: null,
    status: 'draft',
  }
  const state = createStore<EditorState>({ local: first, evaluation: evaluateLocal(first), saving: 'trial' })
  function change(make: Edit) {
    const local = applyEdit(state.get().local, make)
    state.set({ local, evaluation: evaluateLocal(local), saving: 'trial' })
  }
  const keep: KeepFile = async ({ bytes, mime, kind }, editFor, checkRoom) => {
    checkRoom?.()
    const uuid = crypto.randomUUID()
    blobs.set(uuid, new Blob([bytes], { type: mime }))
    change(combineEdits(addFileEdit(uuid, { hash: uuid, mime, kind }), editFor(uuid)))
    return uuid
  }
  const nothing = async () => {}
  return {
    state,
    ...inspectionActions(change, keep, () => state.get().local),
    picture: async (uuid) => blobs.get(uuid),
    flush: nothing,
    sync: nothing,
    exported: () => Promise.reject(new Error('La prova non si esporta.')),
    reopen: () => {},
    complete: nothing,
    cancel: nothing,
    catchUp: async () => undefined,
    close: () => {},
    setFlags: (flags) => change(() => exampleStation(flags)),
  }
}
