import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import { customerFields } from '../../../src/contract/cards/customers.ts'
import { gdpr as contract } from '../../../src/contract/cards/gdpr.ts'
import { cardStatuses, cardTypes, customerLogActions } from '../../../src/contract/cards/words.ts'
import { cardHistory } from '../../../src/rules/cards/history.ts'
import { fieldLabel, formatField } from '../../../src/rules/shared/history-format.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { italianDay, romeMoment } from '../../../src/rules/shared/italian.ts'
import { card_plate_history, card_status_history, cards, customer_logs } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { type PersonalData, personalDataFile } from '../../lib/files/personal-data.ts'
import { eraseCustomer } from './erase-customer.ts'

/** All that is kept about a customer; secrets are named, not told. */
async function everythingOf(id: number, { db, now }: Context) {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.deleted_at)))
  if (!row) throw problem.notFound()
  const { password_hash, password_expired: _, ...customer } = row
  const [station = null] = await db
    .select({ code: stations.code, name: stations.name })
    .from(stations)
    .where(eq(stations.id, row.station_id ?? 0))
  const held = await db.select().from(cards).where(eq(cards.customer_id, id)).orderBy(asc(cards.id))
  const ids = held.map((card) => card.id)
  return {
    generated_at: now.toISOString(),
    customer: { ...customer, has_password: password_hash !== null },
    station,
    cards: held.map(({ pin, ...card }) => ({ ...card, has_pin: pin !== null })),
    states: ids.length
      ? await db.select().from(card_status_history).where(inArray(card_status_history.card_id, ids)).orderBy(asc(card_status_history.id))
      : [],
    plates: ids.length
      ? await db.select().from(card_plate_history).where(inArray(card_plate_history.card_id, ids)).orderBy(asc(card_plate_history.id))
      : [],
    log: await db.select().from(customer_logs).where(eq(customer_logs.customer_id, id)).orderBy(asc(customer_logs.id)),
    changes: await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'customer'), eq(model_history.model_id, id)))
      .orderBy(asc(model_history.id)),
  }
}
type Everything = Awaited<ReturnType<typeof everythingOf>>
const named = (name: string, value: unknown) => [
  fieldLabel(cardHistory.customer, name),
  formatField(cardHistory.customer, name, value) || '–',
]
/** The archive as tables to be read. */
const printed = ({ customer, station, cards: held, log, generated_at }: Everything): PersonalData => ({
  title: `Dati di ${customer.code} ${customer.denomination}`,
  made: romeMoment(generated_at),
  facts: Object.keys(customerFields).map((name) =>
    named(name, name === 'station_id' ? station && `${station.code} ${station.name}` : customer[name as keyof typeof customer]),
  ),
  tables: [
    {
      ...{ title: 'Tessere', head: ['Numero', 'Tipo', 'Stato', 'Targa', 'Intestatario', 'Scadenza'] },
      rows: held.map(({ number, type, status, plate, holder, expires_at }) => [
        ...[number, cardTypes[type], cardStatuses[status], plate ?? '–', holder ?? '–', italianDay(expires_at)],
      ]),
    },
    {
      ...{ title: 'Operazioni', head: ['Data e ora', 'Operazione'] },
      rows: log.map(({ created_at, action }) => [romeMoment(created_at), customerLogActions[action]]),
    },
  ],
})

export default implement(contract, {
  async archive({ id, format }, context) {
    const all = await everythingOf(id, context)
    return personalDataFile(context.db, format, `cliente-${all.customer.code}`, all, printed(all))
  },
  async erase({ id, ground }, context) {
    const { db } = context
    const [row] = await db
      .select()
      .from(customers)
      .where(and(eq(customers.id, id), isNull(customers.deleted_at)))
      .for('update')
    if (!row) throw problem.notFound()
    const open = await db.$count(
      cards,
      and(eq(cards.customer_id, id), isNull(cards.deleted_at), notInArray(cards.status, ['replaced', 'terminated'])),
    )
    if (open)
      throw problem.conflict(
        open === 1 ? 'Cessare prima la tessera attiva.' : `Cessare prima le ${howMany(open, 'tessera', 'tessere')} attive.`,
      )
    await eraseCustomer(row, ground, context)
    await context.history('customer', id, 'deleted', { code: row.code, active: row.active, rev: row.rev }, null)
    context.audit({ action: 'eliminazione', entity: 'customers', entity_id: id })
    return undefined
  },
})
