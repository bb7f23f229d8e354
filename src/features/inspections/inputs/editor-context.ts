import { createContext, use } from 'react'
import type { Block } from '../../../rules/inspections/visibility.ts'
import type { Editor } from '../editor.ts'

/** The verifica being filled in, for the inputs below. */
export const EditorContext = createContext<Editor | null>(null)
export function useInspectionEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('no verifica is being edited here')
  return editor
}
/** What every input of one value gets. `name` is the answer key. */
export interface InputProps<Q, V> {
  question: Q
  name: string
  block: Block
  value: V | undefined
  /** What is made of several parts (rows, keys, a day and its time) gives a function of the value as it is by then. */
  onChange: (value: V | null | ((now: V | undefined) => V | null)) => void
  error: string | null
}
