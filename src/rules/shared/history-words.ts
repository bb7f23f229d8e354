import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import type { Change } from '../../contract/kernel/history.ts'
import { formatValue } from '../shared/format-value.ts'
import { labelAndRequired } from '../shared/schema-fields.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { romeMoment } from './italian.ts'
import { fieldAt } from './schema-fields.ts'
/** A kind of record as its history is read: its name, the call that changes it, labels of what that does not name, and words of choices. */
export interface Told {
  name: string
  update?: Endpoint & Named
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
  labels?.[name] ?? (update?.body && labelAndRequired(update.body, name).label) ?? name
export const wordsIn = ({ update, words }: Told, name: string, value: unknown) =>
  words?.[name]?.[String(value)] ?? formatValue(value, update?.body && fieldAt(update.body, name))

/** The names of the fields in which a change differs from what was before, in the order of the form; of what has no name on screen nothing is told. */
export function changedFields(told: Told, { old, new: made }: Pick<Change, 'old' | 'new'>): string[] {
  const names = new Set([...Object.keys(told.update?.body?.entries ?? {}), ...Object.keys(told.labels ?? {})])
  return [...names].filter((name) => name !== 'rev' && JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null))
}

/** The fields in which it differs. A record that began is told by what it began with. */
function differences(told: Told, change: Change): string {
  const { old, new: made } = change
  return changedFields(told, change)
    .map((name) => {
      const after = made ? wordsIn(told, name, made[name]) : '(eliminato)'
      return `${labelIn(told, name)}: ${old ? `${wordsIn(told, name, old[name])} → ` : ''}${after}`
    })
    .join(' · ')
}
export const toldIn = (models: ToldModels, model: string): Told => models[model] ?? { name: model }

/** The columns of the changes, on screen and in a file. */
export const historyColumns = (models: ToldModels) =>
  ({
    Oggetto: { text: (row) => `${toldIn(models, row.model).name} n. ${row.model_id}`, wide: true },
    Quando: { text: (row) => romeMoment(row.created_at) },
    Chi: { text: (row) => row.user?.name ?? 'Sistema' },
    Evento: { text: (row) => eventWords[row.event] ?? row.event },
    Differenze: { text: (row) => differences(toldIn(models, row.model), row), wide: true },
  }) satisfies Record<string, SheetColumn<Change>>
