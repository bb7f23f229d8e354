import { IMPORT_LINES } from '../../../src/contract/kernel/importing.ts'
import { productImport, productSheet } from '../../../src/contract/shop/product-import.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { templateOf } from '../../lib/files/import-template.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { checked } from '../../lib/tables/import.ts'
import { readUpload } from '../../lib/tables/sheet-of.ts'
import { judgeProducts } from './judge-products.ts'
import { importProducts } from './product-import-job.ts'

/** Import of articles from a sheet: template, dry run, and the job. */
export default implement(productImport, {
  template: () => templateOf(productSheet, 'Articoli'),
  read: preparedWrite(
    // A sheet waits its turn to be read, and holds no connection meanwhile.
    async ({ files: [file], assigned }, context) => {
      if (!file) throw problem.noFiles()
      return readUpload(file, IMPORT_LINES, {
        fields: productSheet,
        joined: { Foto: {} },
        needed: ['code'],
        assigned,
        lane: String(context.user.id),
      })
    },
    async (_, context, sheet) => checked(sheet, await judgeProducts(sheet, context), sheet),
  ),
  check: async (sheet, context) => checked(sheet, await judgeProducts(sheet, context)),
  start: (sheet, context) =>
    startJob(importProducts, sheet, sheet.lines.length === 1 ? '1 riga del foglio' : `${sheet.lines.length} righe del foglio`, context),
})
