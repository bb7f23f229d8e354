import type { Merge, Values } from './merge.ts'

/** Whether a path is that of a field of this name, or below it. */
export const isBelow = (path: string, name: string) => path === name || path.startsWith(`${name}.`)
export type Errors = Record<string, string>
export interface Conflict extends Merge {
  mine: Values
  theirs: Values
  /** The record as the server holds it, with the names of what it refers to. */
  row: Values
  rev: number | undefined
}
/** The parts of a form that RecordForm needs, whatever the record. */
export interface FormHandle {
  id: string
  /** Changes when values were set from outside: the inputs remount. */
  version: string
  errors: Errors
  /** Refusals of the server that belong to no field. */
  refused: readonly string[]
  /** Number of failed saves. */
  failures: number
  sending: boolean
  /** When the restored draft was written, in milliseconds. */
  restored: number | undefined
  conflict: Conflict | null
  labelOf: (path: string) => string
  /** A disputed value as a person reads it; a reference by the name shown in its input, or sent beside it. */
  wordsOf: (path: string, value: unknown) => string
  /** `also` is sent with this save only and kept in no draft, such as a change of state. */
  submit: (also?: object, pathOf?: (path: string) => string) => Promise<void>
  /** Back to the saved values; asks first if something would be lost. */
  reset: () => Promise<void>
  discard: () => Promise<void>
  /** Shows the part of the form where a field stands, for a form of several steps. */
  show?: (path: string) => void
  /** The person's choice: values for the disputed fields, or null to go on editing. */
  resolve: (chosen: Values | null) => Promise<void>
}
