import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import type { Change } from '../../contract/kernel/history.ts'
import { formatValue } from './format-value.ts'
import { romeMoment } from './italian.ts'
import { fieldAt, labelAndRequired } from './schema-fields.ts'
import type { SheetColumn } from './sheet-cells.ts'
/** How the history of a model is shown: its name, the call whose body gives the labels, further labels, and labels of choices. */
export interface ModelHistory {
  name: string
  update?: Endpoint & Named
  labels?: Readonly<Record<string, string>>
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
/** By model name. */
export type ModelHistories = Readonly<Record<string, ModelHistory>>

export const eventLabels: Readonly<Record<string, string>> = {
  created: 'Creazione',
  updated: 'Modifica',
  deleted: 'Eliminazione',
  restored: 'Ripristino',
  status: 'Cambio di stato',
}
/** The label of a field. */
export const fieldLabel = ({ update, labels }: ModelHistory, name: string) =>
  labels?.[name] ?? (update?.body && labelAndRequired(update.body, name).label) ?? name
export const formatField = ({ update, words }: ModelHistory, name: string, value: unknown) =>
  words?.[name]?.[String(value)] ?? formatValue(value, update?.body && fieldAt(update.body, name))

/** Names of the changed fields, in the order of the form. Fields without a label are left out. */
export function changedFields(told: ModelHistory, { old, new: made }: Pick<Change, 'old' | 'new'>): string[] {
  const names = new Set([...Object.keys(told.update?.body?.entries ?? {}), ...Object.keys(told.labels ?? {})])
  return [...names].filter((name) => name !== 'rev' && JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null))
}

/** The changed fields with old and new values; for a created record, its initial values. */
function differences(told: ModelHistory, change: Change): string {
  const { old, new: made } = change
  return changedFields(told, change)
    .map((name) => {
      const after = made ? formatField(told, name, made[name]) : '(eliminato)'
      return `${fieldLabel(told, name)}: ${old ? `${formatField(told, name, old[name])} → ` : ''}${after}`
    })
    .join(' · ')
}
export const modelHistory = (models: ModelHistories, model: string): ModelHistory => models[model] ?? { name: model }

/** Columns of the history, on screen and in exports. */
export const historyColumns = (models: ModelHistories) =>
  ({
    Oggetto: { text: (row) => `${modelHistory(models, row.model).name} n. ${row.model_id}`, wide: true },
    Quando: { text: (row) => romeMoment(row.created_at) },
    Chi: { text: (row) => row.user?.name ?? 'Sistema' },
    Evento: { text: (row) => eventLabels[row.event] ?? row.event },
    Differenze: { text: (row) => differences(modelHistory(models, row.model), row), wide: true },
  }) satisfies Record<string, SheetColumn<Change>>
