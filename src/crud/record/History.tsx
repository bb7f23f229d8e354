import { useState } from 'react'
import { history } from '../../contract/kernel/history.ts'
import {
  changesOf,
  eventLabels,
  fieldLabel,
  historyColumns,
  type ModelHistories,
  type ModelHistory,
} from '../../rules/shared/history-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconArrowBackUp } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { singleFields } from '../form/form-paths.ts'
import { textColumn } from '../list/columns.ts'
import { anyOf, type Filters } from '../list/filters.tsx'
import { type ListSearch, useListState } from '../list/list-search.ts'
import { PagedTable } from '../list/PagedTable.tsx'
import { period } from '../list/period.tsx'

const HistoryDialog = part(() => import('./HistoryDialog.tsx').then((m) => m.HistoryDialog))

/** Labels of the fields that can be searched for, by name. */
const fieldsOf = (told: ModelHistory): Record<string, string> =>
  Object.fromEntries([...singleFields(told.update?.body), ...Object.keys(told.labels ?? {})].map((name) => [name, fieldLabel(told, name)]))

/** Changes with their author and time: of one record, or of everything the caller works on. `models` tells how to read the values. */
export function History({ models, id }: { models: ModelHistories; id?: number }) {
  const [open, setOpen] = useState<number>()
  const list = useListState(history.list)
  const names = Object.keys(models)
  const filters: Filters<ListSearch<typeof history.list>> = {
    ...(names.length > 1 && { model: anyOf('Oggetto', Object.fromEntries(names.map((name) => [name, models[name]!.name]))) }),
    ...(names.length === 1 && { field: anyOf('Campo', fieldsOf(models[names[0]!]!)) }),
    event: anyOf('Evento', eventLabels),
    from: period('Periodo', 'to'),
  }
  const words = historyColumns(models)
  return (
    <>
      <PagedTable
        {...list}
        given={id === undefined ? undefined : changesOf(models, id)}
        columns={{
          ...(names.length > 1 && { Oggetto: textColumn(words.Oggetto) }),
          Quando: { ...textColumn(words.Quando), sort: 'created_at', width: 9 },
          Chi: textColumn(words.Chi),
          Evento: { ...textColumn(words.Evento), width: 8.5 },
          Differenze: textColumn(words.Differenze),
        }}
        actions={(row) => [{ label: 'Confronta', icon: IconArrowBackUp, onSelect: () => setOpen(row.id) }]}
        filters={filters}
        empty={<EmptyState message="Nessuna modifica: qui compare chi cambia qualcosa, e che cosa." />}
      />
      {open !== undefined && <HistoryDialog id={open} models={models} onClose={() => setOpen(undefined)} />}
    </>
  )
}
