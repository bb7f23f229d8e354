import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { activeFilters, pageSizeOf, toggleSort } from './list-search.ts'
import { LoadingCards, RowCards } from './RowCards.tsx'
import { LoadingTable, RowTable } from './RowTable.tsx'
import type { ListTable } from './use-list-table.ts'

const MOST_LOADING_ROWS = 15

interface ListBodyProps {
  table: ListTable
  search: object
  /** Shown for a list without any rows. */
  empty: ReactNode
}

/** The rows of a list, or its state where there are none: loading, failed, empty, or nothing found. */
export function ListBody({ table, search, empty }: ListBodyProps) {
  const { cards, phase, shown, layout, room, shownSort, rowsProps } = table
  const expected = Math.min(pageSizeOf(search), MOST_LOADING_ROWS)
  const reset = () => table.change({ search: undefined, ...Object.fromEntries(activeFilters(search).map(([key]) => [key, undefined])) })
  if (phase === 'loading')
    return cards ? (
      <LoadingCards rows={expected} />
    ) : (
      <LoadingTable columns={shown} rows={expected} layout={layout} room={room} actions={!!rowsProps.actions} ticks={!!table.ticks} />
    )
  if (phase === 'error') return <ErrorState whole message={`Errore nel caricamento. ${table.error ?? ''}`.trim()} onRetry={table.retry} />
  if (phase === 'empty') return empty
  if (phase === 'none')
    return (
      <EmptyState
        message="Nessun risultato con i filtri selezionati."
        action={
          <Button variant="default" onClick={reset}>
            Azzera filtri
          </Button>
        }
      />
    )
  return cards ? (
    <RowCards {...rowsProps} />
  ) : (
    <RowTable
      {...rowsProps}
      room={room}
      layout={layout}
      onLayout={table.onLayout}
      onChips={table.onChips}
      sort={shownSort}
      onSort={(field, add) => table.sortBy(toggleSort(shownSort, field, add))}
    />
  )
}
