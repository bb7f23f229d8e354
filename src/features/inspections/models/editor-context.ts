import { createContext, use } from 'react'
import type { Sections } from './edit-sections.ts'
import type { EditorPlace } from './editor-place.ts'
import type { Faults } from './problems.ts'

/** The model being edited, for the panes below. */
export interface ModelEditing {
  sections: Sections
  /** From the sections as it is when this is called, not as it was drawn: what holds on to `change` never works on an old one. */
  change: (update: (sections: Sections) => Sections) => void
  place: EditorPlace
  /** Opens another place of the editor (place.ts). */
  go: (place: string) => void
  /** One step towards the list of sections. */
  up: () => void
  /** Problems of the section or question with this key. */
  faultsOf: (key: string) => Faults
  /** True if answers may exist under this key, so that its type can no longer change. */
  isFixed: (key: string) => boolean
  /** Says what was taken away and how it comes back. */
  removed: (what: string, back: (sections: Sections) => Sections) => void
}
export const ModelEditorContext = createContext<ModelEditing | null>(null)
export function useModelEditor(): ModelEditing {
  const editing = use(ModelEditorContext)
  if (!editing) throw new Error('no model is being edited here')
  return editing
}
