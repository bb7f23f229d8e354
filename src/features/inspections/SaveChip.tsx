import { WorkState } from '../../outbox/WorkState.tsx'
import { type Editor, useEditor } from './editor.ts'
import { inspectionKey } from './local-inspection.ts'
import { useSavedState } from './use-saved-state.ts'

/** State of the last change (saved, sending, sent), always in the same place. */
export function SaveChip({ editor }: { editor: Editor }) {
  const saved = useSavedState(editor)
  const lane = useEditor(editor, ({ local }) => inspectionKey(local.client_uuid))
  return saved && <WorkState lane={lane} state={saved.state} work={saved.work} />
}
