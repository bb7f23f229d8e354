import type * as v from 'valibot'
import { EXPORT_DAYS, exporting } from '../../../src/contract/kernel/exporting.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { italianDay, italianNumber } from '../../../src/rules/shared/italian.ts'
import { cellText, type SheetColumn } from '../../../src/rules/shared/sheet-cells.ts'
import { problem } from '../../lib/core/problem.ts'
import type { Call } from '../../lib/core/run-call.ts'
import { csvPiece, MOST_SHEET_ROWS, xlsxPiece } from '../../lib/files/export-file.ts'
import { saveRow, storeBytes } from '../../lib/files/files.ts'
import { asCaller } from '../../lib/jobs/job-call.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { chunksOfIds, rowsOfChunk } from '../../lib/tables/exportable-list.ts'
import { shapeOf } from '../../lib/tables/shape.ts'
import { exportLists } from './export-lists.ts'
export type ExportInput = v.InferOutput<typeof exporting.start.body>
/** Rows of a part. */
const PIECE = 1_000
interface Piece {
  /** The index of its first row, from 0. */
  first: number
  ids: number[]
}
/** The line shown for a row that was deleted, or no longer matches the filters, before its part was written. */
const GONE = 'Non è più nell’elenco'

/** The list, the call that reads it and the columns asked for; 422 for one it has not. */
export function exportOf({ list, columns }: Pick<ExportInput, 'list' | 'columns'>) {
  const of = exportLists[list]
  const read: Call = { endpoint: of.of.endpoints.list!, handler: of.of.handlers.list! }
  const unknown = columns.find((heading) => !Object.hasOwn(of.columns, heading))
  if (unknown !== undefined) throw problem.invalid({ columns: `L’elenco non ha la colonna ${unknown}.` })
  return { name: of.name, read, written: columns.map((heading) => ({ ...(of.columns[heading]! as SheetColumn<unknown>), heading })) }
}
/** The list as it is read for who started the job. */
async function listOf(read: Call, search: object, job: JobContext) {
  const { input, context } = asCaller(read, { query: search }, job)
  return await read.handler.listSource!(input, context)
}

/** A list as a file, a thousand rows at a time, each kept as a part of it: what a process that died had written stays. */
export const exportKind = jobKind<ExportInput, Piece>({
  type: 'esportazione',
  name: 'Esportazione',
  policy: 'auth',
  input: exporting.start.body,
  batch: 5,
  many: true,
  file: true,
  // The rows and their order are fixed at once: later writes move none of them.
  async plan(input, context) {
    const pieces = await chunksOfIds(context.db, await listOf(exportOf(input).read, input.search, context), PIECE)
    const total = pieces.flat().length
    if (input.format === 'xlsx' && total > MOST_SHEET_ROWS)
      throw problem.unprocessable(
        `Un foglio Excel non ha posto per più di ${italianNumber(MOST_SHEET_ROWS)} righe: esporta in CSV, o restringi i filtri.`,
      )
    return pieces.map((ids, at) => ({
      label: `Righe ${italianNumber(at * PIECE + 1)}–${italianNumber(at * PIECE + ids.length)}`,
      data: { first: at * PIECE, ids },
    }))
  },
  async row({ first, ids }, context, input) {
    const { read, written } = exportOf(input)
    const rows = await rowsOfChunk(await listOf(read, input.search, context), ids)
    // Cells are made only of values that may leave the server.
    const shape = shapeOf(read.endpoint.output!)
    const cells = rows.map((row) => {
      const seen = row && shape(row)
      return written.map(({ text }, at) => (seen ? cellText(text(seen)) : at ? '' : GONE))
    })
    const bytes = Buffer.from(input.format === 'csv' ? csvPiece(cells) : xlsxPiece(cells, written, first))
    const { db, user, job, now, deps } = context
    const name = `${first / PIECE + 1}.txt`
    await saveRow(await storeBytes({ name, bytes }, { files: deps.files, now }), { type: 'export', id: job }, { db, user })
    const gone = rows.filter((row) => !row).length
    const missing = gone ? ` ${italianNumber(gone)} nel frattempo non ${gone === 1 ? 'era' : 'erano'} più nell’elenco.` : ''
    return { outcome: 'fatto', message: `${howMany(rows.length, 'riga scritta', 'righe scritte')}.${missing}` }
  },
  async end(_, { well, errors }, { now }) {
    if (errors) return `Finito: ${howMany(errors, 'parte', 'parti')} con errori. Senza di loro il file non c’è.`
    const last = new Date(now.getTime() + EXPORT_DAYS * 86_400_000).toISOString().slice(0, 10)
    return `Finito in ${howMany(well, 'parte', 'parti')}: il file si può scaricare fino al ${italianDay(last)}.`
  },
})
