import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useId } from 'react'
import { type Column, type Row, type RowsProps, titleOf } from './columns.ts'
import type { SortStep } from './list-search.ts'
import { RowMenu } from './RowMenu.tsx'
import classes from './RowTable.module.css'
import { SortHeader } from './SortHeader.tsx'
import { useRoving } from './use-roving.ts'

interface RowTableProps<T extends Row> extends RowsProps<T> {
  sort: readonly SortStep[]
  onSort: (field: string, add: boolean) => void
}

/** Rows on a desk, in plain elements, since there may be a thousand of them: sticky header, one Tab stop (the link of the current row), a click anywhere on a row opens it. */
export function RowTable<T extends Row>({ rows, columns, link, actions, busy, onOpen, sort, onSort }: RowTableProps<T>) {
  const roving = useRoving(rows.length)
  const id = useId()
  const title = titleOf(columns)
  return (
    <div className={classes.box} data-scroll-restoration-id="rows">
      <table className={classes.table} aria-labelledby="page-title" aria-busy={busy}>
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <SortHeader key={column.heading} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col" className={classes.actions}>
                <VisuallyHidden>Azioni</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={classes.rows} data-busy={busy} {...roving.on}>
          {rows.map((row, at) => (
            <tr key={row.id} data-opens={!!link} onClick={link && openRow}>
              {columns.map((column) => (
                <td key={column.heading} data-numeric={column.numeric} data-wide={column.wide}>
                  {column !== title ? (
                    column.show(row)
                  ) : link ? (
                    <Link
                      {...link(row)}
                      id={`${id}-${row.id}`}
                      className={classes.link}
                      data-row={row.id}
                      tabIndex={roving.stop(at)}
                      onClick={() => onOpen(row.id)}
                    >
                      {column.show(row)}
                    </Link>
                  ) : (
                    <span id={`${id}-${row.id}`}>{column.show(row)}</span>
                  )}
                </td>
              ))}
              {actions && (
                <td className={classes.actions}>
                  <RowMenu actions={actions(row)} of={`${id}-${row.id}`} tabIndex={link && roving.stop(at)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Follows the link of the clicked row, unless something in it was meant, or text in it is being selected. */
function openRow(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target } = event
  if (!row.contains(target as Node) || (target as Element).closest('a, button, input, label') || getSelection()?.toString()) return
  row.querySelector<HTMLElement>('[data-row]')?.click()
}

/** The table to come: its own headings over rows of grey. */
export function LoadingTable({ columns, rows }: { columns: readonly Column<never>[]; rows: number }) {
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-hidden>
        <thead className={classes.head}>
          <tr>
            {columns.map(({ heading, numeric }) => (
              <th key={heading} data-numeric={numeric}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={`${classes.rows} ${classes.loading}`}>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
            <tr key={row}>
              {columns.map(({ heading }, column) => (
                <td key={heading}>
                  <div className="skeleton" style={{ width: `${90 - ((row * 7 + column * 23) % 45)}%` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
