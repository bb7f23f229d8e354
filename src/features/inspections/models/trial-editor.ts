import type { ModelDefinition } from '../../../contract/inspection-form.ts'
import { createStore } from '../../../lib/store.ts'
import { type Editor, type EditorState, evaluated, newBlock, withAnswer } from '../editor.ts'
import type { LocalFile, LocalInspection } from '../local.ts'
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
  const state = createStore<EditorState>({ local: first, evaluation: evaluated(first), saving: 'trial' })
  const change = (patch: Partial<LocalInspection>) => {
    const local = { ...state.get().local, ...patch }
    state.set({ local, evaluation: evaluated(local), saving: 'trial' })
  }
  const keep = async (bytes: ArrayBuffer, mime: string, kind: LocalFile['kind']) => {
    const uuid = crypto.randomUUID()
    blobs.set(uuid, new Blob([bytes], { type: mime }))
    change({ files: { ...state.get().local.files, [uuid]: { hash: uuid, mime, kind } } })
    return uuid
  }
  const nothing = async () => {}
  return {
    state,
    answer: (key, part) => change({ answers: withAnswer(state.get().local.answers, key, part) }),
    addBlock(section) {
      const key = newBlock(section)
      if (key) change({ answers: { ...state.get().local.answers, [key]: { at: new Date().toISOString() } } })
    },
    head: change,
    sign: (who, signature) => change({ signatures: { ...state.get().local.signatures, [who]: signature } }),
    position: (gps_start) => change({ gps_start }),
    addPhoto: (_question, { bytes, mime }) => keep(bytes, mime, 'photo'),
    addSignature: (_question, png) => keep(png, 'image/png', 'signature'),
    addFile: (_question, bytes) => keep(bytes, 'application/octet-stream', 'file'),
    picture: async (uuid) => blobs.get(uuid),
    flush: nothing,
    sync: nothing,
    reopen: () => {},
    complete: nothing,
    cancel: nothing,
    close: () => {},
    setFlags: (flags) => change(exampleStation(flags)),
  }
}
