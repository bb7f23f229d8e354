import { SaveState } from '../../ui/SaveState.tsx'
import type { Editor } from './editor.ts'
import { useSavedState } from './use-saved-state.ts'

/** State of the last change (saved, sending, sent), always in the same place. */
export function SaveChip({ editor }: { editor: Editor }) {
  const saved = useSavedState(editor)
  return saved && <SaveState state={saved.state} />
}
