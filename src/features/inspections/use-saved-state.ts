import { useWorks } from '../../outbox/use-outbox.ts'
import { type Work, workStateOf } from '../../outbox/work.ts'
import type { Saved } from '../../ui/SaveState.tsx'
import { type Editor, useEditor } from './editor.ts'
import { inspectionKey } from './local-inspection.ts'

/** The work of each verifica that this device holds something of, by UUID; undefined while it is being read. */
export function useDeviceWork(): ReadonlyMap<string, Work> | undefined {
  const works = useWorks()
  return works && new Map(works.filter(({ lane }) => lane.startsWith(inspectionKey(''))).map((work) => [work.entity, work]))
}
/** The state of the open verifica: the same as in the lists, and also whether it is saved on the device. */
export function useSavedState(editor: Editor): { state: Saved; work: Work | undefined } | undefined {
  const saving = useEditor(editor, (state) => state.saving)
  const uuid = useEditor(editor, (state) => state.local.client_uuid)
  const unqueued = useEditor(editor, (state) => state.local.dirty.length > 0 || state.local.headDirty)
  const works = useWorks()
  const work = works?.find(({ lane }) => lane === inspectionKey(uuid))
  return works && { state: workStateOf({ steps: work?.steps ?? [], unqueued, saving }), work }
}
