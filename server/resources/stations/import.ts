import { IMPORT_LINES } from '../../../src/contract/kernel/importing.ts'
import { sheetFields, stationImport } from '../../../src/contract/stations/import.ts'
import { joinedColumns } from '../../../src/rules/stations/columns.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { templateOf } from '../../lib/files/import-template.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { checked, judge } from '../../lib/tables/import.ts'
import { readUpload } from '../../lib/tables/sheet-of.ts'
import { importable, importStations } from './import-job.ts'

/** Import of stations from a sheet: template, dry run, and the job. */
export default implement(stationImport, {
  template: () => templateOf(sheetFields, 'Punti vendita'),
  read: preparedWrite(
    // A sheet waits its turn to be read, and holds no connection meanwhile.
    async ({ files: [file], assigned }, context) => {
      if (!file) throw problem.noFiles()
      const lane = String(context.user.id)
      return readUpload(file, IMPORT_LINES, { fields: sheetFields, needed: ['code'], joined: joinedColumns, assigned, lane })
    },
    async (_, context, sheet) => checked(sheet, await judge(importable, sheet, context), sheet),
  ),
  check: async (sheet, context) => checked(sheet, await judge(importable, sheet, context)),
  start: (sheet, context) =>
    startJob(importStations, sheet, sheet.lines.length === 1 ? '1 riga del foglio' : `${sheet.lines.length} righe del foglio`, context),
})
