import type { Change } from '../contract/history.ts'
import { type Call, describe, fieldAt } from './form-paths.ts'
import { valueWords } from './value-words.ts'

/** A kind of record as its history is read: its name, the call that changes it, and labels of fields that are lists. */
export interface Told {
  name: string
  update?: Call
  labels?: Readonly<Record<string, string>>
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
/** What the server keeps of every record, and no person writes. */
const KEPT = ['id', 'rev', 'created_at', 'updated_at', 'created_by', 'updated_by', 'deleted_at', 'search_text']

/** What a field is called, and a value of it in words. */
export const labelIn = ({ update, labels }: Told, name: string) =>
  labels?.[name] ?? (update?.body && describe(update.body, name).label) ?? name
export const wordsIn = ({ update }: Told, name: string, value: unknown) => valueWords(value, update?.body && fieldAt(update.body, name))

/** The names of the fields in which a change differs from what was before, in the order of the form. */
export function changedFields({ update }: Told, { old, new: made }: Pick<Change, 'old' | 'new'>): string[] {
  const names = Object.keys(update?.body?.entries ?? { ...old, ...made })
  return names.filter((name) => !KEPT.includes(name) && JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null))
}
