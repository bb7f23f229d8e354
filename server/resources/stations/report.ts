import { Readable } from 'node:stream'
import { and, count, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { stationReport as contract, MAX_REPORT_ROWS, type ReportSheet, reportSheetNames } from '../../../src/contract/stations/report.ts'
import { stations as stationCalls } from '../../../src/contract/stations/stations.ts'
import { type ReportColumn, reportSheets, stationReportColumns } from '../../../src/rules/stations/report-columns.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { validate } from '../../lib/core/input.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { xlsxFile, xlsxPiece } from '../../lib/files/export-file.ts'
import { chunksOfIds, type ListSource } from '../../lib/tables/exportable-list.ts'
import { rowsOfSheet } from './report-sheets.ts'
import stationResource from './stations.ts'

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Stations per chunk. Other requests are served between two chunks. */
const PIECE = 500
type List = ListSource<unknown>

/** The requested stations, filtered like the caller's list. @throws 422 for a station out of reach */
async function listOf(filters: object, ids: readonly number[] | undefined, context: Context): Promise<List> {
  const input = validate(stationCalls.list, { path: {}, query: filters as Record<string, string>, body: {} })
  const list = (await stationResource.handlers.list!.listSource!(input, context)) as unknown as List
  if (!ids) return list
  const named = [...new Set(ids)]
  const where = and(list.where, sql`${stations.id} = any(${`{${named}}`}::int[])`)
  const [found] = await context.db.select({ count: count() }).from(stations).where(where)
  if (found!.count < named.length) throw problem.invalid({ stations: messages.exists('Punto vendita') })
  return { ...list, where }
}
function columnsOf(headings: readonly string[] | undefined): ReportColumn[] {
  const unknown = headings?.find((heading) => !stationReportColumns.some((column) => column.heading === heading))
  refuse({ columns: unknown && `Il report non ha la colonna ${unknown}.` })
  return headings ? headings.map((heading) => stationReportColumns.find((column) => column.heading === heading)!) : stationReportColumns
}
function sheetsOf(asked: readonly ReportSheet[] | undefined, { user }: Context): ReportSheet[] {
  const mine = reportSheetNames.filter((name) => allows(reportSheets[name].policy, user))
  if (asked?.some((name) => !mine.includes(name))) throw problem.forbidden()
  return mine.filter((name) => asked?.includes(name) ?? true)
}
export default implement(contract, {
  async report({ stations: ids, filters, columns, sheets }, context) {
    const wanted = sheetsOf(sheets, context)
    const chosen = columnsOf(columns)
    const list = await listOf(filters, ids, context)
    const pieces = await chunksOfIds(context.db, list, PIECE)
    if (!pieces.length) throw problem.unprocessable('Nessun dato da esportare.')
    if (pieces.flat().length > MAX_REPORT_ROWS)
      throw problem.unprocessable("L'esportazione supera il limite di 50.000 righe: restringere i filtri.")
    context.audit({ action: 'export', entity: 'stations' })
    async function* written(sheet: ReportSheet, of: readonly ReportColumn[]) {
      const names = of.map(({ name }) => name)
      let before = 0
      for (const piece of pieces) {
        const rows = await rowsOfSheet(sheet, names, piece, context)
        const cells = rows.map((values) => of.map(({ format: say }, at) => say(values[at])))
        if (rows.length) yield Buffer.from(xlsxPiece(cells, of, before))
        before += rows.length
      }
    }
    const book = wanted.map((name) => {
      const of = name === 'stations' ? chosen : reportSheets[name].columns
      return { name: reportSheets[name].name, columns: of, pieces: written(name, of), filtered: true as const }
    })
    const today = context.now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }).replaceAll('-', '')
    return { bytes: Readable.from(xlsxFile(book)), mime: MIME, name: `report_punti_vendita_${today}.xlsx` }
  },
})
