import { createContext, use } from 'react'
import type { Tree } from './edit-sections.ts'
import type { Place } from './editor-place.ts'
import type { Faults } from './problems.ts'

/** The model being edited, for the panes below. */
export interface Editing {
  tree: Tree
  /** From the tree as it is when this is called, not as it was drawn: what holds on to `change` never works on an old one. */
  change: (update: (tree: Tree) => Tree) => void
  place: Place
  /** Opens another place of the editor (place.ts). */
  go: (place: string) => void
  /** One step towards the list of sections. */
  up: () => void
  /** What is to be told now of the section or question with this key. */
  faultsOf: (key: string) => Faults
  /** Whether answers may stand under this key: its type cannot change any more. */
  isFixed: (key: string) => boolean
  /** Says what was taken away and how it comes back. */
  removed: (what: string, back: (tree: Tree) => Tree) => void
}
export const EditingContext = createContext<Editing | null>(null)
export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('no model is being edited here')
  return editing
}
