import { Button, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useCan } from '../../lib/session.ts'
import { part } from '../../ui/part.tsx'
import { ExportButton } from '../import/ExportButton.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { FilterChips, FilterSheet } from './FilterBar.tsx'
import type { Filter, Filters } from './filters.tsx'
import { measureColumns } from './list-layout.ts'
import type { ListEndpoint } from './list-search.ts'
import { MoreSheet } from './MoreSheet.tsx'
import classes from './PagedTable.module.css'
import { SearchBox } from './SearchBox.tsx'
import { SortSelect } from './SortSelect.tsx'
import { useCrowded } from './use-crowded.ts'
import type { ListTable } from './use-list-table.ts'
import { ViewsButton } from './ViewsButton.tsx'

const MoreMenu = part(() => import('./MoreMenu.tsx').then((m) => m.MoreMenu))

interface ListToolbarProps {
  /** The list, and how it is looked at now. */
  list: { source: ListEndpoint; search: object; given: object | undefined }
  table: ListTable
  filters: Filters<any>
  action: ReactNode
  layouts: ReactNode
}

/** Views, search, filters, export, columns and layouts of a list. On a phone filters and order are behind one button, selection and layouts behind another; at a desk layouts that do not fit are behind one. */
export function ListToolbar({ list, table, filters, action, layouts }: ListToolbarProps) {
  const { phone, phase, layout, onLayout, shown, selection, choosing, change } = table
  const { source, search } = list
  const can = useCan()
  const filterList = (Object.entries(filters) as [string, Filter][]).filter(([, { bulkOnly }]) => !bulkOnly)
  const filterProps = { filters: filterList, values: search as Record<string, unknown>, onChange: change, counting: list }
  const selectable = !!selection && phase === 'rows'
  const row = useRef<HTMLDivElement>(null)
  const content = JSON.stringify([table.view.view?.name, filterList.map(([key]) => (search as Record<string, unknown>)[key])])
  const crowded = useCrowded(row, content, !phone && !!layouts)
  const choose = (on: boolean) => {
    selection?.clear()
    table.setChoosing(on)
  }
  return (
    <Group ref={row} gap="xs" className={classes.toolbar}>
      <ViewsButton {...list} layout={layout} onLayout={onLayout} state={table.view} />
      <SearchBox value={(search as { search?: string }).search} onSearch={(text, replace) => change({ search: text }, { replace })} />
      {!phone ? (
        <FilterChips {...filterProps} />
      ) : filterList.length || shown.some((column) => column.sort) ? (
        <FilterSheet {...filterProps}>
          <SortSelect columns={shown} sort={table.shownSort} onSort={table.sortBy} />
        </FilterSheet>
      ) : null}
      {phone && choosing && selectable && (
        <Button variant="default" aria-pressed autoFocus onClick={() => choose(false)}>
          Fine
        </Button>
      )}
      {phone && !(choosing && selectable) && (selectable || layouts) && (
        <MoreSheet onSelect={selectable ? () => choose(true) : undefined}>{layouts}</MoreSheet>
      )}
      {(!phone || action) && (
        <Group gap="xs" className={classes.end} justify="flex-end" wrap={phone ? 'wrap' : 'nowrap'}>
          {!phone && phase === 'rows' && can(source.exports ?? source.policy) && (
            <ExportButton {...list} sort={table.sort} columns={shown} />
          )}
          {!phone && (
            <ColumnsButton
              columns={table.all}
              name={table.title.heading}
              layout={layout}
              hidden={table.hidden}
              onLayout={onLayout}
              measure={() => measureColumns(table.box.current)}
            />
          )}
          {!phone && (crowded ? <MoreMenu>{layouts}</MoreMenu> : layouts)}
          {action}
        </Group>
      )}
    </Group>
  )
}
