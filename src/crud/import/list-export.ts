import { isValidElement, type ReactNode } from 'react'
import type { Endpoint, Named, Page } from '../../contract/kernel/endpoint.ts'
import { call } from '../../lib/api.ts'
import { CSV_START, cellText, columnWidth, csvLine, headCell, typedCell } from '../../rules/shared/sheet-cells.ts'
import type { Column, Row } from '../list/columns.ts'
import type { ListEndpoint } from '../list/list-search.ts'
import { pageOf } from '../list/use-rows.ts'

/** Everything that decides which rows a list shows, in which order, with which columns. */
export interface ExportedList {
  source: ListEndpoint
  search: object
  given: object | undefined
  sort: string | undefined
  columns: readonly Column<any>[]
  /** The chosen rows; without them, all. */
  ids?: ReadonlySet<Row['id']> | undefined
}
const CHANGED = 'L’elenco continua a cambiare mentre viene esportato. Riprova.'
/** How often a list that changes while it is read is read again from the start. */
const TRIES = 3

/**
 * All rows of a list under its filters, in its order, read in pieces of a thousand; `onProgress` in per cent. Undefined if there are more
 * than `most`, or if `most` is given and the list kept changing: the server has to write the file then.
 * @throws ApiError, or Error when rows came, went or moved each time
 */
export async function allRows(exported: ExportedList, onProgress: (percent: number) => void, most?: number): Promise<Row[] | undefined> {
  for (let turn = 0; turn < TRIES; turn++) {
    const rows = await rowsInPieces(exported, onProgress, most ?? Number.POSITIVE_INFINITY)
    if (rows !== 'changed') return exported.ids ? rows?.filter(({ id }) => exported.ids!.has(id)) : rows
  }
  if (most !== undefined) return undefined
  throw new Error(CHANGED)
}

async function rowsInPieces(
  { source, search, given, sort }: ExportedList,
  onProgress: (percent: number) => void,
  most: number,
): Promise<Row[] | 'changed' | undefined> {
  const rows = new Map<Row['id'], Row>()
  let total: number | undefined
  for (let page = 1; ; page++) {
    const asked = { ...search, ...given, sort, page, ...(source.envelope !== 'list' && { is_paginated: 0 }) }
    const piece = pageOf((await call(source as Endpoint & Named, asked as any)) as Page<Row> | Row[])!
    if (piece.total > most) return undefined
    total ??= piece.total
    if (piece.total !== total) return 'changed'
    for (const row of piece.data) rows.set(row.id, row)
    onProgress(Math.round((100 * rows.size) / Math.max(1, piece.total)))
    if (page < piece.last_page) continue
    return rows.size === total ? [...rows.values()] : 'changed'
  }
}

/** The text of a rendered cell; a chip or mark counts as its label. */
function textOf(shown: ReactNode): string {
  if (shown === null || shown === undefined || typeof shown === 'boolean') return ''
  if (Array.isArray(shown)) return shown.map(textOf).join('')
  if (!isValidElement<{ label?: string; children?: ReactNode }>(shown)) return String(shown)
  const { label, children } = shown.props
  if (label === undefined && children === undefined) throw new Error('Una colonna non ha un testo da esportare.')
  return label ?? textOf(children)
}
/** Content of an exported cell: numbers as numbers; a dash that stands for an empty value becomes empty. */
export function cellOf({ show, text }: Column<any>, row: Row): string | number {
  const shown = text ? text(row as never) : show(row as never)
  if (typeof shown === 'number') return shown
  return cellText(textOf(shown))
}

/** The whole CSV file. */
export function csvOf(rows: readonly Row[], columns: readonly Column<any>[]): Blob {
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map((column) => cellOf(column, row)))]
  return new Blob([CSV_START, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' })
}

/** The XLSX file, with a frozen bold header and typed cells. */
export async function xlsxOf(rows: readonly Row[], columns: readonly Column<any>[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  const header = columns.map(({ heading }) => headCell(heading))
  const data = [header, ...rows.map((row) => columns.map((column) => typedCell(cellOf(column, row), column.numeric)))]
  return write(data as never, { columns: columns.map(columnWidth), stickyRowsCount: 1 } as never).toBlob()
}
