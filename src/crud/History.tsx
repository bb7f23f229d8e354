import { lazy, Suspense, useState } from 'react'
import { type Change, history } from '../contract/history.ts'
import { dayTime } from '../lib/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconArrowBackUp } from '../ui/icons.tsx'
import { anyOf, type Filters, onDay } from './filters.tsx'
import { singleFields } from './form-paths.ts'
import { changedFields, eventWords, labelIn, type Told, type ToldModels, wordsIn } from './history-words.ts'
import { type ListSearch, useListState } from './list-search.ts'
import { PagedTable } from './PagedTable.tsx'

const HistoryDialog = lazy(() => import('./HistoryDialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog })))

/** Labels of the fields that one may look for, by name. */
const fieldsOf = (told: Told): Record<string, string> =>
  Object.fromEntries([...singleFields(told.update?.body), ...Object.keys(told.labels ?? {})].map((name) => [name, labelIn(told, name)]))

/** What changed, by whom and when: of one record, or of all that the caller works on. `models`: as what they are read. */
export function History({ models, id }: { models: ToldModels; id?: number }) {
  const [open, setOpen] = useState<number>()
  const list = useListState(history.list)
  const names = Object.keys(models)
  const filters: Filters<ListSearch<typeof history.list>> = {
    ...(names.length > 1 && { model: anyOf('Oggetto', Object.fromEntries(names.map((name) => [name, models[name]!.name]))) }),
    ...(names.length === 1 && { field: anyOf('Campo', fieldsOf(models[names[0]!]!)) }),
    event: anyOf('Evento', eventWords),
    from: onDay('Dal'),
    to: onDay('Al'),
  }
  const told = (row: Change): Told => models[row.model] ?? { name: row.model }
  return (
    <>
      <PagedTable
        {...list}
        given={id === undefined ? undefined : { model: names, model_id: [id] }}
        columns={{
          ...(id === undefined && { Oggetto: (row: Change) => `${told(row).name} n. ${row.model_id}` }),
          Quando: { show: (row) => dayTime(row.created_at), sort: 'created_at' },
          Chi: (row) => row.user?.name ?? 'Sistema',
          Evento: (row) => eventWords[row.event] ?? row.event,
          Differenze: { show: (row) => differences(told(row), row), wide: true },
        }}
        actions={(row) => [{ label: 'Confronta', icon: IconArrowBackUp, onSelect: () => setOpen(row.id) }]}
        filters={filters}
        empty={<EmptyState message="Nessuna modifica: qui compare chi cambia qualcosa, e che cosa." />}
      />
      <Suspense>{open !== undefined && <HistoryDialog id={open} models={models} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}

/** The fields in which it differs. A record that began is told by what it began with. */
function differences(told: Told, change: Change): string {
  const { old, new: made } = change
  return (
    changedFields(told, change)
      .map((name) => {
        const after = made ? wordsIn(told, name, made[name]) : '(eliminato)'
        return `${labelIn(told, name)}: ${old ? `${wordsIn(told, name, old[name])} → ` : ''}${after}`
      })
      .join(' · ') || '–'
  )
}
