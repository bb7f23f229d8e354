import { and, asc, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { cards as listContract } from '../../../src/contract/cards/cards.ts'
import { cardPapers, MAX_PRINTED, PRINT_JOB } from '../../../src/contract/cards/papers.ts'
import { maskedNumber } from '../../../src/rules/cards/card-checks.ts'
import { isFinal } from '../../../src/rules/cards/card-states.ts'
import { italianNumber } from '../../../src/rules/shared/italian.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { problem } from '../../lib/core/problem.ts'
import { jobKind } from '../../lib/jobs/job-kind.ts'
import { makePins } from './print-papers.ts'
import { cardFilter } from './read-cards.ts'

export type PrintInput = v.InferOutput<typeof cardPapers.print.body>
/** Papers of many cards: each row makes one ready, and the PDF is set from the rows that went well when it is downloaded. */
export const printKind = jobKind<PrintInput, { id: number }>({
  type: PRINT_JOB,
  name: 'Stampa tessere',
  policy: cardPapers.print.policy,
  input: cardPapers.print.body,
  batch: 100,
  many: true,
  file: 'rows',
  async plan({ ids, search }, { db, now }) {
    const parsed = v.safeParse(listContract.list.query, search)
    if (!parsed.success) throw problem.unprocessable('I filtri dell’elenco non sono validi.')
    const rows = await db
      .select({ id: table.id, number: table.number, plate: table.plate, name: customers.denomination })
      .from(table)
      .innerJoin(customers, eq(customers.id, table.customer_id))
      .where(and(await cardFilter(ids ? {} : parsed.output, { db, now }), ids && inArray(table.id, ids)))
      .orderBy(asc(customers.code), asc(table.id))
      .limit(MAX_PRINTED + 1)
    if (rows.length > MAX_PRINTED)
      throw problem.unprocessable(`Si stampano al massimo ${italianNumber(MAX_PRINTED)} tessere per volta: restringi i filtri.`)
    return rows.map(({ id, number, plate, name }) => ({
      label: [maskedNumber(number), plate, name].filter(Boolean).join(' · '),
      data: { id },
    }))
  },
  async row({ id }, context, { paper }) {
    const [card] = await context.db.select({ status: table.status }).from(table).where(eq(table.id, id))
    if (!card || isFinal(card.status)) return { outcome: 'invariato', message: 'La tessera è chiusa: non si stampa.' }
    await makePins(paper, [id], context)
    return { outcome: 'fatto', message: 'Pronta per la stampa.' }
  },
})
