import { IMPORT_LINES } from '../../../src/contract/kernel/importing.ts'
import { sheetFields, stationImport } from '../../../src/contract/stations/import.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { templateOf } from '../../lib/files/import-template.ts'
import { readSheet } from '../../lib/files/spreadsheet.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { checked, judge, sheetOf } from '../../lib/tables/import.ts'
import { importable, importStations } from './import-job.ts'

/** Import of stations from a sheet: template, dry run, and the job. */
export default implement(stationImport, {
  template: () => templateOf(sheetFields, 'Punti vendita'),
  async read({ files }, context) {
    const [file] = files
    if (!file) throw problem.noFiles()
    const { unknown, ...sheet } = sheetOf(await readSheet(file, IMPORT_LINES), sheetFields)
    if (!sheet.columns.includes('code')) throw problem.unprocessable('Nella prima riga manca la colonna «Codice P.V.»: parti dal modello.')
    if (!sheet.lines.length) throw problem.unprocessable('Il foglio non ha righe.')
    return checked(sheet.columns, await judge(importable, sheet, context), unknown)
  },
  check: async (sheet, context) => checked(sheet.columns, await judge(importable, sheet, context)),
  start: (sheet, context) =>
    startJob(importStations, sheet, sheet.lines.length === 1 ? '1 riga del foglio' : `${sheet.lines.length} righe del foglio`, context),
})
