import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId } from 'react'
import { cellKeys } from './cell-keys.ts'
import { type Column, type Row, type RowsProps, titleColumn } from './columns.ts'
import { dragEdge } from './drag-edge.ts'
import { type Layout, widthsOf } from './list-layout.ts'
import type { SortStep } from './list-search.ts'
import { RowMenu } from './RowMenu.tsx'
import classes from './RowTable.module.css'
import { SortHeader } from './SortHeader.tsx'
import { PageTickCell, TickCell } from './TickCell.tsx'
import { useCellTip } from './use-cell-tip.tsx'
import { useCutCells } from './use-cut-cells.ts'
import { useHeldFocus } from './use-held-focus.ts'
import { usePreload } from './use-preload.ts'
import { useRoving } from './use-roving.ts'

interface RowTableProps<T extends Row> extends RowsProps<T> {
  sort: readonly SortStep[]
  onSort: (field: string, add: boolean) => void
  /** Width of the table in rem. */
  room?: number | undefined
  layout?: Layout
  onLayout?: (next: Layout) => void
  /** Told the width that a column needs for its chips, in rem. */
  onChips?: (rooms: Record<string, number>) => void
}

/**
 * Rows on a desktop, in plain elements, since there may be a thousand: one line each, sticky header, one Tab stop (the current row) with
 * arrow keys from there. A click anywhere on a row opens it. A tip shows the text that does not fit a cell.
 */
export function RowTable<T extends Row>({
  rows,
  columns,
  link,
  actions,
  busy,
  onOpen,
  state,
  sort,
  onSort,
  room,
  layout = {},
  onLayout,
  onChips,
  current,
  ticks,
}: RowTableProps<T>) {
  const roving = useRoving(rows.length)
  const held = useHeldFocus(rows)
  const { on: tipOn, tip } = useCellTip()
  const preload = usePreload()
  const table = useCutCells(layout.widths ? undefined : onChips, rows, columns, layout)
  const id = useId()
  const title = titleColumn(columns)
  return (
    <div className={classes.box} data-density={layout.density} data-scroll-restoration-id="rows">
      <table ref={table} className={classes.table} aria-labelledby="page-title" aria-busy={busy} data-sized={!!layout.widths} {...tipOn}>
        <Widths columns={columns} widths={layout.widths} actions={!!actions} room={room} ticks={!!ticks} />
        <Head {...{ columns, sort, onSort, layout, onLayout, ticks }} actions={!!actions} />
        <tbody
          className={classes.rows}
          data-busy={busy}
          {...held}
          onFocus={roving.on.onFocus}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
            roving.on.onKeyDown(event)
            cellKeys(event)
          }}
        >
          {rows.map((row, at) => (
            <tr
              key={row.id}
              data-opens={!!link}
              data-ticked={ticks?.has(row.id)}
              aria-current={row.id === current || undefined}
              onClick={link && openRow}
              onPointerEnter={link && (() => preload.soon(link(row)))}
              onPointerLeave={preload.stop}
            >
              {ticks && <TickCell id={row.id} of={`${id}-${row.id}`} ticks={ticks} />}
              {columns.map((column) => (
                <td key={column.heading} data-numeric={column.numeric}>
                  {column !== title ? (
                    column.show(row)
                  ) : link ? (
                    <Link
                      {...link(row)}
                      state={state as never}
                      id={`${id}-${row.id}`}
                      className={classes.link}
                      data-row={row.id}
                      tabIndex={roving.stop(at)}
                      onClick={() => onOpen(row.id)}
                    >
                      {column.show(row)}
                    </Link>
                  ) : (
                    <span id={`${id}-${row.id}`} className={classes.name} data-row={row.id} tabIndex={roving.stop(at)}>
                      {column.show(row)}
                    </span>
                  )}
                </td>
              ))}
              {actions && (
                <td className={classes.actions}>
                  <RowMenu actions={actions(row)} of={`${id}-${row.id}`} tabIndex={roving.stop(at)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {tip}
    </div>
  )
}

type HeadProps = Pick<RowTableProps<any>, 'columns' | 'sort' | 'onSort' | 'onLayout' | 'ticks'> & { layout: Layout; actions: boolean }
function Head({ columns, sort, onSort, layout, onLayout, ticks, actions }: HeadProps) {
  const onEdge =
    onLayout &&
    ((event: PointerEvent<HTMLElement>) => dragEdge(event, (widths) => onLayout({ ...layout, widths: { ...layout.widths, ...widths } })))
  return (
    <thead className={classes.head}>
      <tr>
        {ticks && <PageTickCell ticks={ticks} />}
        {columns.map((column) => (
          <SortHeader key={column.heading} column={column} sort={sort} onSort={onSort} onEdge={onEdge} />
        ))}
        {actions && (
          <th scope="col" className={classes.actions}>
            <VisuallyHidden>Azioni</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Follows the link of the clicked row, unless a control was clicked or text is being selected. */
function openRow(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target } = event
  if (!row.contains(target as Node) || (target as Element).closest('a, button, input, label') || getSelection()?.toString()) return
  row.querySelector<HTMLElement>('[data-row]')?.click()
}

interface WidthsProps {
  columns: readonly Column<never>[]
  widths: Layout['widths']
  actions: boolean
  room: number | undefined
  ticks: boolean
}
function Widths({ columns, widths, actions, room, ticks }: WidthsProps) {
  const all = widthsOf(columns, widths, actions, room, ticks)
  return (
    <colgroup>
      {ticks && <col className={classes.menus} />}
      {columns.map(({ heading }, at) => (
        <col key={heading} data-column={heading} style={{ width: all[at] }} />
      ))}
      {actions && <col className={classes.menus} />}
    </colgroup>
  )
}

interface LoadingTableProps {
  columns: readonly Column<never>[]
  rows: number
  layout: Layout
  actions: boolean
  room: number | undefined
  ticks?: boolean
}
/** Placeholder table while loading: the real headings and column widths over grey rows. */
export function LoadingTable({ columns, rows, layout, actions, room, ticks = false }: LoadingTableProps) {
  return (
    <div className={classes.box} data-density={layout.density}>
      <table className={classes.table} aria-hidden data-sized={!!layout.widths}>
        <Widths columns={columns} widths={layout.widths} actions={actions} room={room} ticks={ticks} />
        <thead className={classes.head}>
          <tr>
            {ticks && <td />}
            {columns.map(({ heading, numeric }) => (
              <th key={heading} data-numeric={numeric}>
                {heading}
              </th>
            ))}
            {actions && <th />}
          </tr>
        </thead>
        <tbody className={`${classes.rows} ${classes.loading}`}>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
            <tr key={row}>
              {ticks && <td />}
              {columns.map(({ heading }, column) => (
                <td key={heading}>
                  <div className="skeleton" style={{ width: `${90 - ((row * 7 + column * 23) % 45)}%` }} />
                </td>
              ))}
              {actions && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
