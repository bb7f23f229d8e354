import { isValidElement, type ReactNode } from 'react'
import type { Endpoint, Named, Page } from '../contract/endpoint.ts'
import { call } from '../lib/api.ts'
import type { Column, Row } from './columns.ts'
import type { ListEndpoint } from './list-search.ts'
import { pageOf } from './use-rows.ts'

/** What a list shows: all that decides which rows, in which order, with which columns. */
export interface Exported {
  source: ListEndpoint
  search: object
  given: object | undefined
  sort: string | undefined
  columns: readonly Column<any>[]
}
const CHANGED = 'L’elenco è cambiato mentre veniva esportato. Riprova.'

/**
 * All rows of a list under its filters, in its order, in pieces of a thousand; `onProgress` in per cent.
 * @throws ApiError, or Error when rows came or went meanwhile
 */
export async function allRows({ source, search, given, sort }: Exported, onProgress: (percent: number) => void): Promise<Row[]> {
  const rows = new Map<Row['id'], Row>()
  for (let page = 1; ; page++) {
    const asked = { ...search, ...given, sort, page, ...(source.envelope === 'page' && { is_paginated: 0 }) }
    const piece = pageOf((await call(source as Endpoint & Named, asked as any)) as Page<Row> | Row[])!
    for (const row of piece.data) rows.set(row.id, row)
    onProgress(Math.round((100 * rows.size) / Math.max(1, piece.total)))
    if (page < piece.last_page) continue
    if (rows.size !== piece.total) throw new Error(CHANGED)
    return [...rows.values()]
  }
}

/** The words of what is shown: those of a mark are its label. */
function textOf(shown: ReactNode): string {
  if (shown === null || shown === undefined || typeof shown === 'boolean') return ''
  if (Array.isArray(shown)) return shown.map(textOf).join('')
  if (!isValidElement<{ label?: string; children?: ReactNode }>(shown)) return String(shown)
  const { label, children } = shown.props
  if (label === undefined && children === undefined) throw new Error('Una colonna non ha un testo da esportare.')
  return label ?? textOf(children)
}
/** What a cell says, figures as figures; a dash that stands for nothing is nothing. */
export function cellOf({ show, text }: Column<any>, row: Row): string | number {
  const shown = text ? text(row as never) : show(row as never)
  if (typeof shown === 'number') return shown
  const words = textOf(shown).replaceAll('\u00a0', ' ')
  return words === '–' ? '' : words
}

const NUMBER = /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/
/** A text that a spreadsheet would take for a formula is shown as it is written. */
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text)
const field = (value: string | number) => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : guarded(value)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** As an Italian spreadsheet reads it: semicolons, decimal commas, UTF-8 that says so. */
export function csvOf(rows: readonly Row[], columns: readonly Column<any>[]): Blob {
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map((column) => cellOf(column, row)))]
  return new Blob(['\ufeff', ...lines.map((line) => `${line.map(field).join(';')}\r\n`)], { type: 'text/csv;charset=utf-8' })
}

const DAY = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d):(\d\d))?$/
/** A day, a day with its time, and a figure are what they are; all else is text, and no text is a formula. */
export function typed(value: string | number, numeric: boolean | undefined) {
  const at = DAY.exec(String(value))
  if (at) {
    const [, date, month, year, hour, minute] = at.map(Number) as [number, number, number, number, number, number]
    const timed = at[4] !== undefined
    return {
      value: new Date(Date.UTC(year, month - 1, date, timed ? hour : 0, timed ? minute : 0)),
      type: Date,
      format: timed ? 'dd/mm/yyyy hh:mm' : 'dd/mm/yyyy',
    }
  }
  if (typeof value === 'number') return { value, type: Number }
  if (numeric && NUMBER.test(value)) {
    const decimals = value.split(',')[1]?.length ?? 0
    const format = decimals ? `#,##0.${'0'.repeat(decimals)}` : '#,##0'
    return { value: Number(value.replaceAll('.', '').replace(',', '.')), type: Number, format }
  }
  return value === '' ? null : { value, type: String }
}
/** With a frozen header in bold, and cells of their types. */
export async function xlsxOf(rows: readonly Row[], columns: readonly Column<any>[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  const header = columns.map(({ heading }) => ({ value: heading, type: String, fontWeight: 'bold' as const }))
  const data = [header, ...rows.map((row) => columns.map((column) => typed(cellOf(column, row), column.numeric)))]
  const widths = columns.map(({ wide, heading }) => ({ width: wide ? 36 : Math.max(14, heading.length + 2) }))
  return write(data as never, { columns: widths, stickyRowsCount: 1 } as never).toBlob()
}
