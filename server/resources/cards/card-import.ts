import { cardSheet, cardImport as contract, HOW_FUELS, MAX_IMPORTED } from '../../../src/contract/cards/card-import.ts'
import { type Assigned, IMPORT_LINES } from '../../../src/contract/kernel/importing.ts'
import { exportedColumns } from '../../../src/rules/cards/card-columns.ts'
import { card_imports } from '../../db/schema/cards/cards.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import type { Upload } from '../../lib/files/files.ts'
import { templateOf } from '../../lib/files/import-template.ts'
import { recordJob } from '../../lib/jobs/record-job.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { checked } from '../../lib/tables/import.ts'
import { readUpload } from '../../lib/tables/sheet-of.ts'
import { importCards, writeLine } from './card-import-kind.ts'
import { type JudgedCard, judgeCards } from './judge-cards.ts'

const NO_FILE = 'Assicurati di aver selezionato un file xlsx da importare'
/** The lines of an uploaded sheet. */
async function linesOf(file: Upload | undefined, most: number, { user }: Context, assigned: Assigned = []) {
  if (!file) throw problem.unprocessable(NO_FILE)
  return readUpload(file, most, {
    fields: cardSheet,
    joined: exportedColumns,
    needed: ['customer_code', 'number'],
    assigned,
    lane: String(user.id),
  })
}
const describe = (rows: number) => (rows === 1 ? '1 riga del foglio' : `${rows} righe del foglio`)
/** Errors of lines by cell, as the documented answer has them. */
const errorsOf = (judged: readonly JudgedCard[], columns: readonly string[]) =>
  judged.flatMap(({ line, cells, errors }) =>
    Object.entries(errors).map(([field, message]) => ({ row: line, field, value: cells[columns.indexOf(field)] ?? '', message })),
  )

/** Writes the judged lines as one job that can be undone, in one transaction: an error undoes them all. */
async function writeAll(judged: readonly JudgedCard[], file: string, errors: ReturnType<typeof errorsOf>, context: Context) {
  const counts = { imported: 0, updated: 0 }
  const skipped = judged.filter(({ state }) => state === 'uguale').length
  await recordJob(
    importCards,
    (rows) => `${file}, ${describe(rows)}`,
    {},
    context,
    async (inJob) => {
      const done = []
      for (const { line, planned, state } of judged) {
        if (!planned || state === 'uguale') continue
        const { id, message } = await writeLine(planned, inJob)
        counts[planned.before ? 'updated' : 'imported']++
        done.push({ id, label: `Riga ${line}`, message })
      }
      const { id: user } = context.user
      const row = { file, rows: judged.length, ...counts, skipped, errors, batch_id: String(inJob.job), created_by: user, updated_by: user }
      if (done.length) await context.db.insert(card_imports).values(row)
      return done
    },
  )
  return { ...counts, skipped, errors }
}

export default implement(contract, {
  template: () => templateOf(cardSheet, 'Tessere', { fuels: HOW_FUELS }),
  downloadModel: () => templateOf(cardSheet, 'Tessere', { fuels: HOW_FUELS }),
  read: preparedWrite(
    // A sheet waits its turn to be read, and holds no connection meanwhile.
    ({ files: [file], assigned }, context) => linesOf(file, IMPORT_LINES, context, assigned),
    async (_, context, sheet) => checked(sheet, await judgeCards(sheet, context), sheet),
  ),
  check: async (sheet, context) => checked(sheet, await judgeCards(sheet, context)),
  start: (sheet, context) => startJob(importCards, sheet, describe(sheet.lines.length), context),
  importData: preparedWrite(
    ({ files: [file] }, context) => linesOf(file, MAX_IMPORTED, context),
    ({ files: [file], dry_run, partial }, context, sheet) =>
      context.db.transaction(async (db) => {
        const judged = await judgeCards(sheet, { ...context, db })
        const errors = errorsOf(judged, sheet.columns)
        const many = (state: JudgedCard['state']) => judged.filter((one) => one.state === state).length
        if (dry_run) return { imported: many('nuovo'), updated: many('modificato'), skipped: many('uguale'), errors }
        if (errors.length && !partial) return { imported: 0, updated: 0, skipped: judged.length, errors }
        return writeAll(judged, file!.name, errors, { ...context, db })
      }),
  ),
})
