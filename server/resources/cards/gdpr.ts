import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { customerFields } from '../../../src/contract/cards/customers.ts'
import { gdpr as contract, keptByGround } from '../../../src/contract/cards/gdpr.ts'
import { cardStatuses, cardTypes, customerLogActions } from '../../../src/contract/cards/words.ts'
import { erasureGrounds } from '../../../src/contract/kernel/erasure.ts'
import { cardHistory } from '../../../src/rules/cards/history.ts'
import { fieldLabel, formatField } from '../../../src/rules/shared/history-format.ts'
import { italianDay, romeMoment } from '../../../src/rules/shared/italian.ts'
import { card_plate_history, card_status_history, cards, customer_logs } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { model_history } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { type PersonalData, personalDataFile } from '../../lib/files/personal-data.ts'
import { logCustomers } from './customer-log.ts'

/** All that is kept about a customer; secrets are named, not told. */
async function everythingOf(id: number, { db, now }: Context) {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.deleted_at)))
  if (!row) throw problem.notFound()
  const { password_hash, password_expired: _, ...customer } = row
  const held = await db.select().from(cards).where(eq(cards.customer_id, id)).orderBy(asc(cards.id))
  const ids = held.map((card) => card.id)
  return {
    generated_at: now.toISOString(),
    customer: { ...customer, has_password: password_hash !== null },
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
const printed = ({ customer, cards: held, log, generated_at }: Everything): PersonalData => ({
  title: `Dati di ${customer.code} ${customer.denomination}`,
  made: romeMoment(generated_at),
  facts: Object.keys(customerFields).map((name) => named(name, customer[name as keyof typeof customer])),
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

/** What names a person or leads to one. The address of what must stay is needed by the table, so it becomes a dash. */
const ERASED = {
  businessName: null,
  name: null,
  lastname: null,
  fiscalCode: null,
  piva: null,
  sdi: null,
  pec: null,
  email: null,
  email_invoices: null,
  phone: null,
  mobile: null,
  address: '–',
  cap: '00000',
  city: '–',
  iban: null,
  credit_limit: null,
  note: null,
  privacy_origin: null,
  marketing: false,
  marketing_at: null,
  marketing_origin: null,
} as const

export default implement(contract, {
  async archive({ id, format }, context) {
    const all = await everythingOf(id, context)
    return personalDataFile(context.db, format, `cliente-${all.customer.code}`, all, printed(all))
  },
  async erase({ id, ground }, context) {
    const { db, now, user } = context
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
    if (open) throw problem.conflict(`Cessare prima le ${open} tessere attive.`)
    const kept = keptByGround[ground]
    const erased = Object.fromEntries(Object.entries(ERASED).filter(([name]) => !kept.includes(name)))
    const unnamed = ground === 'nessuno' && { businessName: `Cliente cancellato ${row.code}` }
    const at = now.toISOString()
    await db
      .update(customers)
      .set({
        ...{ ...erased, ...unnamed, active: false, username: null, password_hash: null, portal_enabled: false },
        ...{ anonymised_at: at, deleted_at: at, rev: row.rev + 1, updated_at: at, updated_by: user.id },
      })
      .where(eq(customers.id, id))
    await db.update(cards).set({ holder: null, note: null }).where(eq(cards.customer_id, id))
    await db.update(customer_logs).set({ detail: null }).where(eq(customer_logs.customer_id, id))
    // The history forgets the same fields, and what it says of them.
    const gone = sql`${`{${Object.keys(erased).concat('denomination', 'username').join()}}`}::text[]`
    await db
      .update(model_history)
      .set({ old: sql`${model_history.old} - ${gone}`, new: sql`${model_history.new} - ${gone}` })
      .where(and(eq(model_history.model, 'customer'), eq(model_history.model_id, id)))
    await context.history('customer', id, 'deleted', { code: row.code, active: row.active, rev: row.rev }, null)
    await logCustomers(context, 'modifica', [{ customer_id: id, detail: { reason: `Dati cancellati. ${erasureGrounds[ground]}` } }])
    context.audit({ action: 'eliminazione', entity: 'customers', entity_id: id })
    return undefined
  },
})
