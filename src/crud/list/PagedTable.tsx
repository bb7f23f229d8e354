import { Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import type { Page } from '../../contract/kernel/endpoint.ts'
import { part } from '../../ui/part.tsx'
import { useSidePanel, useStacked } from '../record/use-side-panel.ts'
import { CachedNote } from './CachedNote.tsx'
import type { Filters } from './filters.tsx'
import { ListBody } from './ListBody.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { ListEndpoint, ListSearch } from './list-search.ts'
import classes from './PagedTable.module.css'
import { Pager, rangeOf } from './Pager.tsx'
import { type ListTableOptions, useListTable } from './use-list-table.ts'
import type { ListPhase } from './use-rows.ts'

// Fetched when the first row is ticked.
const BulkBar = part(() => import('./BulkBar.tsx').then((m) => m.BulkBar))
const BulkProgress = part(() => import('./BulkProgress.tsx').then((m) => m.BulkProgress))

interface PagedTableProps<E extends ListEndpoint> extends ListTableOptions<E> {
  /** EmptyState for an empty list, with the first action for people who may take it. */
  empty: ReactNode
  filters?: Filters<ListSearch<E>>
  /** Button to add a row, where the list is part of a page. */
  action?: ReactNode
  /** Buttons for the other layouts of the list, such as a calendar or a board. */
  layouts?: ReactNode
  /** Called with the ids of the ticked rows whenever they change; none where everything is chosen. */
  onTicked?: (ids: ReadonlySet<number | string>) => void
}

/**
 * One page of a list from the server: search, filters, order and page (all in `search`), rows as a table or, on a phone, as cards, and the
 * four states. Its pieces (`useRows`, `SearchBox`, `FilterChips`, `RowTable`, `RowCards`, `Pager`) can also be combined otherwise.
 */
export function PagedTable<E extends ListEndpoint>({ empty, filters = {}, action, layouts, onTicked, ...options }: PagedTableProps<E>) {
  const { source, search, given, sidePanel } = options
  const table = useListTable(options as ListTableOptions<any>)
  const { phone, box, phase, page, selection, change } = table
  const [job, setJob] = useState<number>()
  const above = useStacked()
  // Drawn after the first cards, since it is below the screen of a phone.
  const below = useDeferredValue(true, !phone)
  const on = useSidePanel(box, table.rowsProps.rows, sidePanel)

  const ids = selection?.ids
  useEffect(() => {
    if (ids) onTicked?.(ids)
  }, [ids, onTicked])
  const chosen = selection && (selection.all || selection.ids.size > 0)
  const bar = chosen && phase === 'rows' && (
    <BulkBar
      {...{ source, search: { ...search, ...given }, selection, filters }}
      total={page!.total}
      more={page!.more}
      exported={{ sort: table.sort, columns: table.shown }}
      onStart={(id) => {
        table.setChoosing(false)
        setJob(id)
      }}
    />
  )
  return (
    <Stack gap="sm">
      <ListToolbar list={{ source, search, given }} table={table} filters={filters} action={action} layouts={layouts} />
      {bar}
      {job !== undefined && <BulkProgress key={job} job={job} resource={source.resource} onJob={setJob} />}
      <VisuallyHidden role="status">{statusText(phase, page)}</VisuallyHidden>
      {phase !== 'error' && <CachedNote at={table.cachedAt} />}
      <div className={sidePanel && classes.both}>
        {above && sidePanel?.panel}
        <Stack gap="sm">
          <div ref={box} {...on}>
            <ListBody table={table} search={search} empty={empty} />
          </div>
          {below && phase === 'rows' && page && source.envelope !== 'list' && (
            <Pager
              page={page}
              order={table.shownSort.length ? undefined : inWords(source.order)}
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

/** An order that is said in words; the value of a sort (`id`, `-year,-month`) says nothing to a person. */
const inWords = (order: string | undefined) => (order?.includes(' ') ? order : undefined)

/** Announced to screen readers when the list changes; an error announces itself. */
const statusText = (phase: ListPhase, page: Page<unknown> | undefined) =>
  ({ loading: 'Caricamento in corso', rows: page && `Righe ${rangeOf(page)}`, none: 'Nessun risultato', empty: '', error: '' })[phase]
