import type { Change } from '../contract/history.ts'
import { type Call, describe, fieldAt } from './form-paths.ts'
import { valueWords } from './value-words.ts'

/** A kind of record as its history is read: its name, the call that changes it, labels of what that does not name, and words of choices. */
export interface Told {
  name: string
  update?: Call
  labels?: Readonly<Record<string, string>>
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
/** By the name of the model in the history. */
export type ToldModels = Readonly<Record<string, Told>>

export const eventWords: Readonly<Record<string, string>> = {
  created: 'Creazione',
  updated: 'Modifica',
  deleted: 'Eliminazione',
  restored: 'Ripristino',
  status: 'Cambio di stato',
}
/** What a field is called, and a value of it in words. */
export const labelIn = ({ update, labels }: Told, name: string) =>
  labels?.[name] ?? (update?.body && describe(update.body, name).label) ?? name
export const wordsIn = ({ update, words }: Told, name: string, value: unknown) =>
  words?.[name]?.[String(value)] ?? valueWords(value, update?.body && fieldAt(update.body, name))

/** The names of the fields in which a change differs from what was before, in the order of the form; of what has no name on screen nothing is told. */
export function changedFields(told: Told, { old, new: made }: Pick<Change, 'old' | 'new'>): string[] {
  const names = new Set([...Object.keys(told.update?.body?.entries ?? {}), ...Object.keys(told.labels ?? {})])
  return [...names].filter((name) => name !== 'rev' && JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null))
}
