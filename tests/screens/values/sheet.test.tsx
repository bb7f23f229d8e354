// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import '../../../src/crud/import/ExportMenu.tsx'
import { read, utils } from '@e965/xlsx'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { exportedFile } from '../support/exported.ts'
import { withPairs } from './all.ts'
import { isTold, shows, withRecord } from './compare.ts'
import { rowOf } from './readers.ts'
import type { Pairs } from './subject.ts'

type Cell = { t: string; v: unknown; w?: string; z?: string } | undefined
const DAY = /^\d\d\/\d\d\/\d{4}( \d\d:\d\d)?$/
/** A number in Italian, and its unit. */
const FIGURES = /^(-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?)( ?[%€/\p{L}]+)?$/u

/** Counts are whole, with or without dots at thousands. */
const WHOLE = '#,##0'
/** Numbers that stand at the left, as names do. */
const LEFT = ['Anno', 'Costruiti fino al']
/** What the cell says: its kind before its value, as a spreadsheet calculates with it. */
function kindOf(cell: Cell): string {
  if (!cell) return ''
  const { t, v, w, z } = cell
  if (t === 'n' && /yyyy/.test(z ?? '')) return `date ${w}`
  return t === 'n' ? `number ${v} as ${z === 'General' ? WHOLE : z}` : `text ${v}`
}
/** What it must say for the text of the list: a day is a date, and what a column of numbers holds a number with as many decimals. */
function dueKind(text: string, numeric: boolean): string {
  if (text === '' || text === '–') return ''
  if (DAY.test(text)) return `date ${text}`
  const [, figures, decimals = '', unit = ''] = (numeric && FIGURES.exec(text)) || []
  if (!figures) return `text ${text}`
  const form = `${WHOLE}${decimals && `.${'0'.repeat(decimals.length)}`}${unit && `"${unit}"`}`
  return `number ${Number(figures.replaceAll('.', '').replace(',', '.'))} as ${form}`
}
/** The headings over numbers: they stand at the right. */
const numericHeads = () =>
  [...document.querySelectorAll('thead th[data-numeric=true]')].map((head) => head.textContent!.replace(/ordine \d.*/, ''))

test.each(withPairs('row'))(
  '%s: under each heading of its workbook stands the value of the record, a date as a date and a number as a number',
  (_, one, row) =>
    withRecord(one, async (world, made) => {
      await world.open(made.list!)
      await shows(() => rowOf(made.id), row, made)
      const numbers = numericHeads()
      const shown = rowOf(made.id)
      const book = read(await exportedFile(world, screen.getByRole('button', { name: 'Esporta' }), 'Excel (.xlsx)'), { cellNF: true })
      const sheet = book.Sheets[book.SheetNames[0]!]!
      const { s, e } = utils.decode_range(sheet['!ref']!)
      const at = (r: number, c: number): Cell => sheet[utils.encode_cell({ r, c })]
      const columns = Array.from({ length: e.c - s.c + 1 }, (_, c) => [c, String(at(0, c)?.v)] as const)
      const lines = Array.from({ length: e.r }, (_, r) => Object.fromEntries(columns.map(([c, head]) => [head, kindOf(at(r + 1, c))])))
      const due = (pairs: Pairs) =>
        Object.fromEntries(Object.entries(pairs).map(([head, text]) => [head, dueKind(text, [...LEFT, ...numbers].includes(head))]))
      const like = (line: Pairs) => Object.entries(due(shown)).filter(([head, kind]) => kind && line[head] === kind).length
      const own = lines.toSorted((a, b) => like(b) - like(a))[0]!
      // An apostrophe keeps a CSV from becoming a formula; a workbook needs none.
      const plain = Object.fromEntries(
        Object.entries({ ...row, ...one.told.sheet }).map(([head, text]) => [head, text.replace(/^'(?=[+=-])/, '')]),
      )
      isTold(own, due(plain), made)
    }),
)
