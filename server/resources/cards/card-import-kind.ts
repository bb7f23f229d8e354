import { cardImport, cardSheet } from '../../../src/contract/cards/card-import.ts'
import type { StartedSheet } from '../../../src/contract/kernel/importing.ts'
import type { cards as table } from '../../db/schema/cards/cards.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { jobKind } from '../../lib/jobs/job-kind.ts'
import { type ImportedLine, lineSheet, plannedLines } from '../../lib/tables/import.ts'
import { changePlate } from './card-plate.ts'
import { changeStatus } from './card-status.ts'
import { judgeCards, type PlannedCard } from './judge-cards.ts'
import { createCard, lockCard, updateCard, type Writer } from './write-cards.ts'

const REASON = 'Importazione da foglio'
/** Writes what a line says, by the same functions as the calls, and gives the card with what was done. */
export async function writeLine({ before, set, plate, status }: PlannedCard, writer: Writer & Pick<Context, 'send'>) {
  if (!before) {
    const made = await createCard({ ...(set as typeof table.$inferInsert), plate: plate ?? null }, writer)
    if (status) await changeStatus({ id: made.id, status, reason: REASON }, writer)
    return { id: made.id, message: status ? 'Creata e attivata' : 'Creata' }
  }
  const now = await lockCard({ id: before.id }, writer)
  if (now.rev !== before.rev) throw problem.conflict('La tessera è stata modificata nel frattempo.')
  if (Object.keys(set).length) await updateCard(now, set, writer)
  if (plate) await changePlate({ id: before.id, plate, foreign_plate: false, reason: REASON }, writer)
  if (status) await changeStatus({ id: before.id, status, reason: REASON, expires_at: set.expires_at }, writer)
  return { id: before.id, message: 'Modificata' }
}
/** Creates and changes cards from a sheet, line by line. Each line is judged again on the records as they are then. */
export const importCards = jobKind<StartedSheet, ImportedLine>({
  type: 'import_tessere',
  name: 'Importazione tessere',
  policy: cardImport.start.policy,
  input: cardImport.start.body,
  batch: 25,
  undo: true,
  sheet: cardSheet,
  plan: async (sheet) =>
    plannedLines(sheet, ({ customer_code, plate, number }) =>
      [customer_code, plate, number && `•••• ${number.slice(-6)}`].filter(Boolean).join(' · '),
    ),
  async row(line, context) {
    const [found] = await judgeCards(lineSheet(line), context)
    const { state, errors, planned, changes } = found!
    if (!planned) throw problem.unprocessable(Object.values(errors).join(' '))
    if (state === 'uguale') return { outcome: 'invariato', message: 'È già così.' }
    const send: Context['send'] = (mail) => context.deps.jobs.mail(context.db, mail, `job ${context.job}`)
    const { message } = await writeLine(planned, { ...context, send })
    return {
      outcome: 'fatto',
      message: planned.before ? `${message}: ${changes.length === 1 ? '1 campo' : `${changes.length} campi`}` : message,
    }
  },
})
