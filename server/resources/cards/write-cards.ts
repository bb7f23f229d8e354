import { and, eq, isNull } from 'drizzle-orm'
import type { CardType } from '../../../src/contract/cards/words.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { cardErrors, usualExpiry } from '../../../src/rules/cards/card-checks.ts'
import { isFinal } from '../../../src/rules/cards/card-states.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { unique } from '../../lib/tables/table.ts'
import { nextCardNumber } from './card-number.ts'
import { differences, logCustomers } from './customer-log.ts'

export type CardRecord = typeof table.$inferSelect
/** What writing a card needs of a context; a job has it too. */
export type Writer = Pick<Context, 'db' | 'user' | 'now' | 'history'> & { ip?: string | undefined; job?: number | undefined }
const sentences = {
  cards_number: ['number', messages.unique('Numero tessera')],
  cards_live_plate: ['plate', 'Esiste già una tessera attiva per questa targa.'],
} as const
/** A card as the history keeps it: without its PIN and its number, which never changes. */
export const asHistory = ({ pin: _, number: __, ...card }: CardRecord) => card

/** The card, locked until the transaction ends. @throws 404, and 409 with the record if `rev` is given and old */
export async function lockCard({ id, rev }: { id: number; rev?: number | undefined }, { db }: Pick<Context, 'db'>): Promise<CardRecord> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deleted_at)))
    .for('update')
  if (!row) throw problem.notFound()
  if (rev !== undefined && rev !== row.rev) throw problem.stale(asHistory(row))
  return row
}
/** The customer, locked so that it is neither deactivated nor deleted meanwhile. */
export async function lockCustomer(id: number, { db }: Pick<Context, 'db'>) {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.deleted_at)))
    .for('share')
  return row
}
async function needFuels(ids: readonly number[] | undefined, { db }: Pick<Context, 'db'>) {
  if (!ids?.length) return
  const known = new Set((await db.select({ id: fuels.id }).from(fuels)).map(({ id }) => id))
  refuse({ fuel_ids: ids.every((id) => known.has(id)) ? undefined : messages.exists('Carburanti ammessi') })
}
type Given = Partial<Omit<typeof table.$inferInsert, 'number' | 'valid_from' | 'expires_at'>> & {
  type: CardType
  customer_id: number
  number?: string | null | undefined
  valid_from?: string | null | undefined
  expires_at?: string | null | undefined
}
/** Creates a card in the state "Da attivare", with the usual dates and the next number where none are given. */
export async function createCard({ number, ...given }: Given, writer: Writer): Promise<CardRecord> {
  const { db, user, now } = writer
  const valid_from = given.valid_from ?? dayInRome(now)
  const expires_at = given.expires_at ?? usualExpiry(given.type, valid_from, given.tank_expiration)
  refuse(cardErrors({ ...given, number, valid_from, expires_at }))
  if (!(await lockCustomer(given.customer_id, writer))) refuse({ customer_id: messages.exists('Cliente') })
  await needFuels(given.fuel_ids, writer)
  const values = {
    ...given,
    ...{ valid_from, expires_at, number: number || (await nextCardNumber(db, given.type)) },
    ...{ status: 'to_activate' as const, created_by: user.id, updated_by: user.id },
  }
  const [made] = await unique(sentences, () => db.insert(table).values(values).returning())
  await writer.history('card', made!.id, 'created', null, asHistory(made!))
  await logCustomers(writer, 'creazione', [{ customer_id: made!.customer_id, card_id: made!.id, detail: { type: made!.type } }])
  return made!
}
/** Writes changed values over a locked card, with its history. */
export async function saveCard(before: CardRecord, set: Partial<CardRecord>, writer: Writer, event: 'updated' | 'status' = 'updated') {
  const stamp = { rev: before.rev + 1, updated_at: writer.now.toISOString(), updated_by: writer.user.id }
  const [after] = await unique(sentences, () =>
    writer.db
      .update(table)
      .set({ ...set, ...stamp })
      .where(eq(table.id, before.id))
      .returning(),
  )
  await writer.history('card', before.id, event, asHistory(before), asHistory(after!))
  return after!
}
/** Changes the data of a card: holder, limits, fuels and dates. @throws 409 for a final card */
export async function updateCard(before: CardRecord, set: Partial<CardRecord>, writer: Writer): Promise<CardRecord> {
  if (isFinal(before.status)) throw problem.conflict('La tessera è chiusa: i suoi dati non si modificano più.')
  const given = { ...set }
  // Both days are required: an emptied one keeps its value.
  if (given.valid_from === null) delete given.valid_from
  if (given.expires_at === null) delete given.expires_at
  refuse(cardErrors({ ...before, ...given }))
  await needFuels(given.fuel_ids, writer)
  const after = await saveCard(before, given, writer)
  const detail = differences(asHistory(before), asHistory(after))
  if (Object.keys(detail.after).length)
    await logCustomers(writer, 'modifica', [{ customer_id: before.customer_id, card_id: before.id, detail }])
  return after
}
