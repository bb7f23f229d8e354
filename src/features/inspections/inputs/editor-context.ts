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
/** Properties of every input of one value. `name` is the answer key. */
export interface InputProps<Q, V> {
  question: Q
  name: string
  block: Block
  value: V | undefined
  /** An input made of several parts (rows, keys, a day and its time) passes a function of the value as it is by then. */
  onChange: (value: V | null | ((now: V | undefined) => V | null)) => void
  error: string | null
}
