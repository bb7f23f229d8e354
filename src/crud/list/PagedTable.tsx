import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Page } from '../../contract/kernel/endpoint.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { ExportButton } from '../import/ExportButton.tsx'
import { useOpenedRow } from '../record/origin-list.ts'
import { type SidePanel, useSidePanel, useStacked } from '../record/use-side-panel.ts'
import { CachedNote } from './CachedNote.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { type Column, type Columns, columnsOf, type Row, type RowAction, rowName, titleColumn } from './columns.ts'
import { FilterChips, FilterSheet } from './FilterBar.tsx'
import type { Filter, Filters } from './filters.tsx'
import { crowdedOut, inOrder, measureColumns, TICK_COLUMN_REM } from './list-layout.ts'
import {
  activeFilters,
  type ListEndpoint,
  type ListSearch,
  type ListState,
  pageSizeOf,
  type RowOf,
  readSort,
  type SortStep,
  toggleSort,
  writeSort,
} from './list-search.ts'
import classes from './PagedTable.module.css'
import { Pager, rangeOf } from './Pager.tsx'
import { LoadingCards, RowCards } from './RowCards.tsx'
import { LoadingTable, RowTable } from './RowTable.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SortSelect } from './SortSelect.tsx'
import { type ListPhase, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useView } from './use-view.ts'
import { useWidth } from './use-width.ts'
import { ViewsButton } from './ViewsButton.tsx'

// Fetched when the first row is ticked.
const BulkBar = part(() => import('./BulkBar.tsx').then((m) => m.BulkBar))
const BulkProgress = part(() => import('./BulkProgress.tsx').then((m) => m.BulkProgress))

const MOST_LOADING_ROWS = 15

interface PagedTableProps<E extends ListEndpoint> extends ListState<E> {
  columns: Columns<RowOf<E>>
  /** EmptyState for an empty list, with the first action for people who may take it. */
  empty: ReactNode
  /** Link of a row; without it rows cannot be opened. */
  link?: (row: RowOf<E>) => LinkProps
  actions?: (row: RowOf<E>) => RowAction[]
  filters?: Filters<ListSearch<E>>
  /** Button to add a row, where the list is part of a page. */
  action?: ReactNode
  sidePanel?: SidePanel | undefined
}

/**
 * One page of a list from the server: search, filters, order and page (all in `search`), rows as a table or, on a phone, as cards, and the
 * four states. Its pieces (`useRows`, `SearchBox`, `FilterChips`, `RowTable`, `RowCards`, `Pager`) can also be combined otherwise.
 */
export function PagedTable<E extends ListEndpoint>({
  source,
  search,
  onSearch,
  columns,
  empty,
  link,
  actions,
  filters = {},
  given,
  action,
  sidePanel,
}: PagedTableProps<E>) {
  const small = usePhone()
  // Data that only makes sense as a table stays one on a phone and scrolls sideways.
  const phone = small && source.envelope !== 'records'
  const box = useRef<HTMLDivElement>(null)
  const all = columnsOf(columns) as Column<RowOf<E> & Row>[]
  const name = titleColumn(all)!
  const can = useCan()
  const [view, layout, onLayout] = useView(source, search)
  const room = useWidth(box, !small)
  const sorting = all.flatMap((column) => column.sort ?? [])
  const sort = readSort((search as { sort?: string }).sort, sorting)
  // The default order is shown in the headers, but sent only if the person chose it.
  const shownSort = sort.length ? sort : readSort(source.order, sorting)
  const change = onSearch as (changes: object, how?: { replace?: boolean }) => void
  const { phase, page, error, busy, cachedAt, retry } = useRows(source, { ...search, sort: writeSort(sort) }, given)
  const rows = (page?.data ?? []) as (RowOf<E> & Row)[]
  const selection = useSelection(source, { ...search, ...given }, rows)
  const [choosing, setChoosing] = useState(false)
  const [job, setJob] = useState<number>()
  const ticks = phone && !choosing ? undefined : selection
  const choose = (on: boolean) => {
    selection?.clear()
    setChoosing(on)
  }
  const hidden = layout.hidden ?? crowdedOut(all, !!actions, room && room - (ticks ? TICK_COLUMN_REM : 0))
  // A card always has all the lines of the page.
  const shown = phone ? all : inOrder(all, layout.order).filter((one) => one === name || !hidden.includes(one.heading))
  const opening = useOpenedRow(box, phase === 'rows', rows, link, (row) => rowName(row, all))
  const above = useStacked()
  // Drawn after the first cards, since it is below the screen of a phone.
  const below = useDeferredValue(true, !phone)
  const on = useSidePanel(box, rows, sidePanel)
  const filterList = Object.entries(filters) as [string, Filter][]
  const sortBy = (steps: SortStep[]) => change({ sort: writeSort(steps) })
  const reset = () => change({ search: undefined, ...Object.fromEntries(activeFilters(search).map(([key]) => [key, undefined])) })

  // The last row of the last page was deleted, so the list now ends earlier.
  const beyond = !busy && page && !page.data.length && page.total > 0 ? page.last_page : undefined
  useEffect(() => {
    if (beyond) change({ page: beyond }, { replace: true })
  })

  const filterProps = {
    filters: filterList,
    values: search as Record<string, unknown>,
    onChange: change,
    counting: { source, search, given },
  }
  const rowsProps = { rows, columns: shown, link, actions, busy, ticks, current: sidePanel?.chosen, ...opening }
  const expected = Math.min(pageSizeOf(search), MOST_LOADING_ROWS)
  const toolbar = (
    <Group gap="xs" className={classes.toolbar}>
      <ViewsButton {...{ source, search, given, layout, onLayout }} state={view} />
      <SearchBox value={(search as { search?: string }).search} onSearch={(text, replace) => change({ search: text }, { replace })} />
      {!phone ? (
        <FilterChips {...filterProps} />
      ) : filterList.length || shown.some((column) => column.sort) ? (
        <FilterSheet {...filterProps}>
          <SortSelect columns={shown} sort={shownSort} onSort={sortBy} />
        </FilterSheet>
      ) : null}
      <Group gap="xs" className={classes.end} justify="flex-end" wrap={phone ? 'wrap' : 'nowrap'}>
        {!phone && phase === 'rows' && can(source.exports ?? source.policy) && (
          <ExportButton {...{ source, search, given, sort: writeSort(sort), columns: shown }} />
        )}
        {!phone && (
          <ColumnsButton
            columns={all}
            name={name.heading}
            layout={layout}
            hidden={hidden}
            onLayout={onLayout}
            measure={() => measureColumns(box.current)}
          />
        )}
        {phone && selection && phase === 'rows' && (
          <Button variant="default" aria-pressed={choosing} onClick={() => choose(!choosing)}>
            {choosing ? 'Fine' : 'Seleziona'}
          </Button>
        )}
        {action}
      </Group>
    </Group>
  )
  const chosen = selection && (selection.all || selection.ids.size > 0)
  const bar = chosen && phase === 'rows' && (
    <BulkBar
      meanwhile={!phone && toolbar}
      {...{ source, search: { ...search, ...given }, selection, filters }}
      total={page!.total}
      onStart={(id) => {
        setChoosing(false)
        setJob(id)
      }}
    />
  )
  return (
    <Stack gap="sm">
      {/* On a phone the bar is below the cards, within reach of the thumb. */}
      {bar && !phone ? bar : toolbar}
      {phone && bar}
      {job !== undefined && <BulkProgress key={job} job={job} resource={source.resource} onJob={setJob} />}
      <VisuallyHidden role="status">{statusText(phase, page)}</VisuallyHidden>
      {phase !== 'error' && <CachedNote at={cachedAt} />}
      <div className={sidePanel && classes.both}>
        {above && sidePanel?.panel}
        <Stack gap="sm">
          <div ref={box} {...on}>
            {phase === 'loading' &&
              (phone ? (
                <LoadingCards rows={expected} />
              ) : (
                <LoadingTable columns={shown} rows={expected} layout={layout} room={room} actions={!!actions} ticks={!!ticks} />
              ))}
            {phase === 'error' && <ErrorState message={`Errore nel caricamento. ${error ?? ''}`.trim()} onRetry={retry} />}
            {phase === 'empty' && empty}
            {phase === 'none' && (
              <EmptyState
                message="Nessun risultato con i filtri selezionati."
                action={
                  <Button variant="default" onClick={reset}>
                    Azzera filtri
                  </Button>
                }
              />
            )}
            {phase === 'rows' &&
              (phone ? (
                <RowCards {...rowsProps} />
              ) : (
                <RowTable
                  {...rowsProps}
                  room={room}
                  layout={layout}
                  onLayout={onLayout}
                  sort={shownSort}
                  onSort={(field, add) => sortBy(toggleSort(shownSort, field, add))}
                />
              ))}
          </div>
          {below && phase === 'rows' && page && source.envelope !== 'list' && (
            <Pager
              page={page}
              order={shownSort.length ? undefined : source.order}
              onPage={(next) => change({ page: next })}
              onPageSize={(size) => change({ per_page: size })}
            />
          )}
        </Stack>
        {!above && sidePanel?.panel}
      </div>
    </Stack>
  )
}

/** Announced to screen readers when the list changes; an error announces itself. */
const statusText = (phase: ListPhase, page: Page<unknown> | undefined) =>
  ({ loading: 'Caricamento in corso', rows: page && `Righe ${rangeOf(page)}`, none: 'Nessun risultato', empty: '', error: '' })[phase]
