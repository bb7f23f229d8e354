import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePhone } from '../../ui/use-phone.ts'
import { useOpenedRow } from '../record/origin-list.ts'
import type { SidePanel } from '../record/use-side-panel.ts'
import { type Column, type Columns, columnsOf, type RowAction, rowName, titleColumn } from './columns.ts'
import { crowdedOut, inOrder, TICK_COLUMN_REM } from './list-layout.ts'
import { type ListEndpoint, type ListState, type RowOf, readSort, type SortStep, writeSort } from './list-search.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useView } from './use-view.ts'
import { useWidth } from './use-width.ts'

export interface ListTableOptions<E extends ListEndpoint> extends ListState<E> {
  columns: Columns<RowOf<E>>
  /** Link of a row; without it rows cannot be opened. */
  link?: (row: RowOf<E>) => LinkProps
  actions?: (row: RowOf<E>) => RowAction[]
  sidePanel?: SidePanel | undefined
  /** The rows are cards, also where there is room for a table. */
  cards?: boolean
  /** False where nothing can be done with many of these rows: they have no ticks. */
  many?: boolean
}
/** No chip is wider; what asks for more would ask again and again. */
const MOST_FOR_CHIPS = 24
export type ListTable = ReturnType<typeof useListTable>

/** State of a list's page: its rows, their order, the columns that fit, the ticked rows, and the view and layout it is shown in. */
export function useListTable(options: ListTableOptions<any>) {
  const { source, search, onSearch, columns, link, actions, given, sidePanel, cards: wanted, many = true } = options
  const small = usePhone()
  // Data that only makes sense as a table stays one on a phone and scrolls sideways.
  const phone = small && source.envelope !== 'records'
  const cards = phone || !!wanted
  const box = useRef<HTMLDivElement>(null)
  /** The least width of the columns whose chips asked for more, by heading. */
  const [rooms, setRooms] = useState<Record<string, number>>({})
  const all = (columnsOf(columns) as Column<any>[]).map((one) =>
    rooms[one.heading] ? { ...one, width: Math.max(rooms[one.heading]!, one.width ?? 0) } : one,
  )
  const title = titleColumn(all)!
  const [view, layout, onLayout] = useView(source, search)
  const room = useWidth(box, !small)
  const sortable = all.flatMap((column) => column.sort ?? [])
  const sort = readSort((search as { sort?: string }).sort, sortable)
  // The default order is shown in the headers, but sent only if the person chose it.
  const shownSort = sort.length ? sort : readSort(source.order, sortable)
  const change = onSearch as (changes: object, how?: { replace?: boolean }) => void
  const { phase, page, error, busy, cachedAt, retry } = useRows(source, { ...search, sort: writeSort(sort) }, given)
  const rows = (page?.data ?? []) as any[]
  const selectable = useSelection(source, { ...search, ...given }, rows)
  const selection = many ? selectable : undefined
  /** On a phone rows can be ticked only after "Seleziona". */
  const [choosing, setChoosing] = useState(false)
  const ticks = phone && !choosing ? undefined : selection
  const { hidden: put = [], shown: kept } = layout
  const away = put.filter((heading) => !all.some((one) => one.always && one.heading === heading))
  const placed = all.filter((one) => one === title || !away.includes(one.heading))
  const hidden = [...away, ...crowdedOut(placed, !!actions, room && room - (ticks ? TICK_COLUMN_REM : 0), kept)]
  // A card always has all the lines of the page.
  const shown = cards ? all : inOrder(all, layout.order).filter((one) => one === title || !hidden.includes(one.heading))
  const opening = useOpenedRow<any>(box, phase === 'rows', rows, link as any, (row) => rowName(row, all))

  // The last row of the last page was deleted, so the list now ends earlier.
  const beyond = !busy && page && !page.data.length && page.total > 0 ? page.last_page : undefined
  useEffect(() => {
    if (beyond) change({ page: beyond }, { replace: true })
  })

  return {
    ...{ phone, cards, box, room, view, layout, onLayout, all, title, hidden, shown },
    onChips: (more: Record<string, number>) =>
      setRooms((now) => ({ ...now, ...Object.fromEntries(Object.entries(more).map(([of, rem]) => [of, Math.min(rem, MOST_FOR_CHIPS)])) })),
    ...{ phase, page, error, cachedAt, retry, change, selection, ticks, choosing, setChoosing },
    ...{ sort: writeSort(sort), shownSort, sortBy: (steps: SortStep[]) => change({ sort: writeSort(steps) }) },
    rowsProps: { rows, columns: shown, link: link as any, actions: actions as any, busy, ticks, current: sidePanel?.chosen, ...opening },
  }
}
