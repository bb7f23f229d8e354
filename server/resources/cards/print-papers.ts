import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { isFinal } from '../../../src/rules/cards/card-states.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import { type CardPaper, type PrintedCard, papersData } from '../../domain/cards/card-papers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { type LogContext, logCustomers } from './customer-log.ts'
import { newPin, openPin } from './pin.ts'
import { saveCard, type Writer } from './write-cards.ts'

const actions = { pin: 'stampa PIN', receipt: 'stampa ricevuta', letter: 'stampa lettera' } as const

/** Cards of a customer that can be printed: those asked for, or all that are not final. @throws 404 for another customer's card, 422 for none */
export async function cardsToPrint(customer: number, asked: readonly number[] | undefined, db: Db): Promise<number[]> {
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, customer), isNull(customers.deleted_at)))
  if (!found) throw problem.notFound()
  const own = and(eq(table.customer_id, customer), isNull(table.deleted_at))
  const rows = await db
    .select({ id: table.id, status: table.status })
    .from(table)
    .where(and(own, asked?.length ? inArray(table.id, [...asked]) : notInArray(table.status, ['replaced', 'terminated'])))
    .orderBy(asc(table.id))
  if (asked?.length && rows.length !== new Set(asked).size) throw problem.notFound()
  const open = rows.filter(({ status }) => !isFinal(status))
  if (!open.length) throw problem.unprocessable('Il cliente non ha tessere da stampare.')
  return open.map(({ id }) => id)
}
/** Makes the PINs that the envelopes of these cards lack; in the caller's transaction. */
export async function makePins(paper: CardPaper, ids: readonly number[], context: Writer): Promise<void> {
  if (paper !== 'pin') return
  const { db } = context
  const without = await db
    .select()
    .from(table)
    .where(and(inArray(table.id, [...ids]), isNull(table.pin)))
    .orderBy(asc(table.id))
    .for('update')
  for (const card of without) await saveCard(card, { pin: await newPin(db, card.number) }, context)
}
/** Writes into the log that the paper of these cards was handed out; in the transaction of the answer, so that neither is without the other. */
export async function logPrinting(paper: CardPaper, ids: readonly number[], context: LogContext): Promise<void> {
  const lines = await context.db
    .select({ customer_id: table.customer_id, card_id: table.id })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
  await logCustomers(context, actions[paper], lines)
}
/** The paper of these cards as one PDF, customer by customer. Outside of a write: PINs are there already. */
export async function renderPapers(paper: CardPaper, ids: readonly number[], { db, now }: Pick<Context, 'db' | 'now'>): Promise<Buffer> {
  const names = new Map((await db.select({ id: fuels.id, name: fuels.name }).from(fuels)).map(({ id, name }) => [id, name]))
  const rows = await db
    .select({ card: table, to: customers })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customer_id))
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(customers.code), asc(table.id))
  const groups: { to: (typeof rows)[number]['to']; cards: PrintedCard[] }[] = []
  for (const { card, to } of rows) {
    if (groups.at(-1)?.to.id !== to.id) groups.push({ to, cards: [] })
    const pin = paper === 'pin' && card.pin ? await openPin(db, { number: card.number, pin: card.pin }) : undefined
    groups.at(-1)!.cards.push({ ...card, pin, fuels: card.fuel_ids.flatMap((id) => names.get(id) ?? []) })
  }
  const { company: sender } = await readCompany(db)
  return renderPdf('card-papers', papersData(paper, groups, { sender, today: dayInRome(now) }))
}
export const pdfOf = (bytes: Buffer, name: string) => ({ bytes, mime: 'application/pdf', name: `${name}.pdf` })
