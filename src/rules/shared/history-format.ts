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
  /** Fields that say which record it is, beside its number. */
  about?: readonly string[]
  /** Figures with as many decimals as are named here. */
  decimals?: Readonly<Record<string, number>>
  /** The filter that finds a record of this model together with the models that belong to it. */
  whole?: 'management_id'
}
/** By model name; those of one record begin with its own. */
export type ModelHistories = Readonly<Record<string, ModelHistory>>
/** What asks for the changes of one record. */
export function changesOf(models: ModelHistories, id: number) {
  const [[own, { whole }] = ['', {} as ModelHistory], ...others] = Object.entries(models)
  return whole && others.length ? { [whole]: [id] } : { model: [own], model_id: [id] }
}

export const eventLabels: Readonly<Record<string, string>> = {
  created: 'Creazione',
  updated: 'Modifica',
  deleted: 'Eliminazione',
  restored: 'Ripristino',
  revealed: 'Dati personali mostrati',
  status: 'Cambio di stato',
}
/** The label of a field. */
export const fieldLabel = ({ update, labels }: ModelHistory, name: string) =>
  labels?.[name] ?? (update?.body && labelAndRequired(update.body, name).label) ?? name
/** The value in words. `names`: of the change that it is from. */
export function formatField({ update, words, decimals }: ModelHistory, name: string, value: unknown, names?: Change['names']): string {
  const places = decimals?.[name]
  if (typeof value === 'number' && places !== undefined)
    return value.toLocaleString('it-IT', { minimumFractionDigits: places, maximumFractionDigits: places })
  const named = Array.isArray(value) ? value.map((one) => names?.[`${name}:${one}`]) : [names?.[`${name}:${value}`]]
  if (named.length && named.every((one) => one !== undefined)) return named.join(', ')
  return words?.[name]?.[String(value)] ?? formatValue(value, update?.body && fieldAt(update.body, name))
}

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
      const after = made ? formatField(told, name, made[name], change.names) : '(eliminato)'
      return `${fieldLabel(told, name)}: ${old ? `${formatField(told, name, old[name], change.names)} → ` : ''}${after}`
    })
    .join(' · ')
}
export const modelHistory = (models: ModelHistories, model: string): ModelHistory => models[model] ?? { name: model }

/** `Prezzo n. 12 · PV001 Fidenza · Benzina · Self`: the record with its station and what tells it from others. */
export function recordWords(told: ModelHistory, { model, model_id, old, new: made, names }: Change): string {
  const values = made ?? old
  const about = ['station_id', ...(told.about ?? [])].flatMap((name) => {
    // A station is not told beside itself, nor an id that nobody knows the name of.
    if (model === 'station' || values?.[name] == null || (name.endsWith('_id') && !names?.[`${name}:${values[name]}`])) return []
    return [formatField(told, name, values[name], names)]
  })
  return [`${told.name} n. ${model_id}`, ...about].join(' · ')
}

/** Columns of the history, on screen and in exports. */
export const historyColumns = (models: ModelHistories) =>
  ({
    Oggetto: { text: (row) => recordWords(modelHistory(models, row.model), row), wide: true },
    Quando: { text: (row) => romeMoment(row.created_at) },
    Chi: { text: (row) => row.user?.name ?? 'Sistema' },
    Evento: { text: (row) => eventLabels[row.event] ?? row.event },
    Differenze: { text: (row) => differences(modelHistory(models, row.model), row), wide: true },
  }) satisfies Record<string, SheetColumn<Change>>
