import { and, asc, eq } from 'drizzle-orm'
import { cardPapers as contract, MAX_PRINTED, paperNames } from '../../../src/contract/cards/papers.ts'
import { italianNumber } from '../../../src/rules/shared/italian.ts'
import { job_history, job_rows } from '../../db/schema/core/jobs.ts'
import type { CardPaper } from '../../domain/cards/card-papers.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { hasFile, startJob } from '../../lib/jobs/start-job.ts'
import { type PrintInput, printKind } from './print-kind.ts'
import { cardsToPrint, logPrinting, makePins, pdfOf, renderPapers } from './print-papers.ts'

const files = { pin: 'busta_pin', receipt: 'ricevuta_consegna_tessere', letter: 'lettera' } as const
interface Printed {
  ids: number[]
  bytes: Buffer
}
/** Missing PINs are made, and the pages set, before the answer: these take longer than a transaction may. */
async function printed(paper: CardPaper, customer: number, asked: number[] | undefined, context: Context): Promise<Printed> {
  const ids = await cardsToPrint(customer, asked, context.db)
  await context.db.transaction((db) => makePins(paper, ids, { ...context, db }))
  return { ids, bytes: await renderPapers(paper, ids, context) }
}
const ofCustomer = (paper: 'pin' | 'receipt') =>
  preparedWrite(
    ({ id, cards }: { id: number; cards?: number[] | undefined }, context: Context) => printed(paper, id, cards, context),
    async ({ id }: { id: number }, context: Context, { ids, bytes }: Printed) => {
      await logPrinting(paper, ids, context)
      context.audit({ action: 'comando', entity: 'customers', entity_id: id })
      return pdfOf(bytes, `${files[paper]}_${id}`)
    },
  )
/** The paper and the cards of a job of one's own. @throws 404 for another's, 409 where there is no file */
async function ofJob(id: number, { db, user, now }: Context) {
  const mine = and(eq(job_history.id, id), eq(job_history.user_id, user.id), eq(job_history.type, printKind.type))
  const [job] = await db.select().from(job_history).where(mine)
  if (!job) throw problem.notFound()
  if (!hasFile(job, printKind, now)) throw problem.conflict('Il documento non c’è ancora, o non c’è più: stampa di nuovo.')
  const rows = await db
    .select({ data: job_rows.data })
    .from(job_rows)
    .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'fatto')))
    .orderBy(asc(job_rows.id))
  const ids = rows.map(({ data }) => (data as { id: number }).id)
  if (!ids.length) throw problem.conflict(`Nessuna tessera da stampare (al massimo ${italianNumber(MAX_PRINTED)} per volta).`)
  return { ids, paper: (job.input as PrintInput).paper }
}

export default implement(contract, {
  pin: ofCustomer('pin'),
  receipt: ofCustomer('receipt'),
  letter: preparedWrite(
    ({ customer_id, card_id }: { customer_id: number; card_id: number }, context: Context) =>
      printed('letter', customer_id, [card_id], context),
    async ({ customer_id, card_id }: { customer_id: number; card_id: number }, context: Context, { ids, bytes }: Printed) => {
      await logPrinting('letter', ids, context)
      context.audit({ action: 'comando', entity: 'cards', entity_id: card_id })
      return pdfOf(bytes, `${files.letter}_${customer_id}_${card_id}`)
    },
  ),
  print: (input, context) => startJob(printKind, input, paperNames[input.paper], context),
  // Each download prints: until then nobody has seen a PIN, and the log says nothing.
  file: preparedWrite(
    async ({ id }, context) => {
      const { ids, paper } = await ofJob(id, context)
      return { ids, paper, bytes: await renderPapers(paper, ids, context) }
    },
    async ({ id }, context, { ids, paper, bytes }) => {
      await logPrinting(paper, ids, { ...context, job: id })
      context.audit({ action: 'comando', entity: 'jobs', entity_id: id })
      return pdfOf(bytes, `${files[paper]}_${id}`)
    },
  ),
})
