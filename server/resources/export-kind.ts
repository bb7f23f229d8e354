import type * as v from 'valibot'
import type { Page } from '../../src/contract/endpoint.ts'
import { EXPORT_DAYS, exporting } from '../../src/contract/exporting.ts'
import { italianDay, italianNumber } from '../../src/rules/inspection-italian.ts'
import { plainWords } from '../../src/rules/sheet.ts'
import { csvPiece, MOST_SHEET_ROWS, xlsxPiece } from '../lib/export-file.ts'
import { saveRow, storeBytes } from '../lib/files.ts'
import { callAs } from '../lib/job-call.ts'
import { type JobContext, jobKind } from '../lib/job-kind.ts'
import type { Call } from '../lib/perform.ts'
import { problem } from '../lib/problem.ts'
import { exportLists } from './export-lists.ts'

export type ExportInput = v.InferOutput<typeof exporting.start.body>
/** What `is_paginated=0` gives at a time. */
const PIECE = 1_000
interface Piece {
  page: number
  /** Rows in all, as they were counted when it began. */
  total: number
  still: object
}
/** The list, the call that reads it and the columns asked for; 422 for one it has not. */
export function exportOf({ list, columns }: Pick<ExportInput, 'list' | 'columns'>) {
  const of = exportLists[list]
  const read: Call = { endpoint: of.of.endpoints.list!, handler: of.of.handlers.list! }
  const unknown = columns.find((heading) => !Object.hasOwn(of.columns, heading))
  if (unknown !== undefined) throw problem.invalid({ columns: `L’elenco non ha la colonna ${unknown}.` })
  return { ...of, read, written: columns.map((heading) => ({ heading, text: of.columns[heading]!, wide: of.wide.includes(heading) })) }
}
const known = (total: number | undefined) => ({ recall: () => ({ known: total, keep: () => undefined }) })
const pageOf = (read: Call, search: object, page: number, total: number | undefined, context: JobContext) =>
  callAs<Page<object>>(read, { query: { ...search, page, is_paginated: 0 } }, context, known(total))

/** A list as a file, a thousand rows at a time, each kept as a part of it: what a process that died had written stays. */
export const exportKind = jobKind<ExportInput, Piece>({
  type: 'esportazione',
  name: 'Esportazione',
  policy: 'auth',
  input: exporting.start.body,
  batch: 5,
  many: true,
  file: true,
  async plan(input, context) {
    const { read, still } = exportOf(input)
    const as = await still(context.db)
    const { total } = await pageOf(read, { ...input.search, ...as }, 1, undefined, context)
    if (input.format === 'xlsx' && total > MOST_SHEET_ROWS)
      throw problem.unprocessable(
        `Un foglio Excel non ha posto per più di ${italianNumber(MOST_SHEET_ROWS)} righe: esporta in CSV, o restringi i filtri.`,
      )
    return Array.from({ length: Math.ceil(total / PIECE) }, (_, at) => ({
      label: `Righe ${italianNumber(at * PIECE + 1)}–${italianNumber(Math.min(total, (at + 1) * PIECE))}`,
      data: { page: at + 1, total, still: as },
    }))
  },
  async row({ page, total, still }, context, input) {
    const { read, written } = exportOf(input)
    const { data } = await pageOf(read, { ...input.search, ...still }, page, total, context)
    const first = (page - 1) * PIECE
    // Rows that went meanwhile would be missing without a word.
    if (data.length !== Math.min(PIECE, total - first)) throw problem.conflict('L’elenco è cambiato mentre veniva esportato.')
    const cells = data.map((row) =>
      written.map(({ text }) => {
        const said = text(row as never)
        return typeof said === 'string' ? plainWords(said) : said
      }),
    )
    const bytes = Buffer.from(input.format === 'csv' ? csvPiece(cells) : xlsxPiece(cells, first))
    const { db, user, job, now, deps } = context
    await saveRow(await storeBytes({ name: `${page}.txt`, bytes }, { files: deps.files, now }), { type: 'export', id: job }, { db, user })
    return { outcome: 'fatto', message: `${italianNumber(data.length)} righe scritte.` }
  },
  async end(_, { well, errors }, { now }) {
    if (errors) return `Finito: ${errors} parti con errori. Senza di loro il file non c’è.`
    const last = new Date(now.getTime() + EXPORT_DAYS * 86_400_000).toISOString().slice(0, 10)
    return `Finito in ${italianNumber(well)} parti: il file si può scaricare fino al ${italianDay(last)}.`
  },
})
