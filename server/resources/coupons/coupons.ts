import { and, eq, isNull, sql } from 'drizzle-orm'
import { coupons as contract } from '../../../src/contract/coupons/coupons.ts'
import { type OrderStatus, orderStatuses } from '../../../src/contract/coupons/words.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { isDeletableOrder, isEditableOrder, isIssued, orderRefusal, SENDING_FIELDS } from '../../../src/rules/coupons/order-states.ts'
import { totalCents, vouchersOf } from '../../../src/rules/coupons/totals.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { coupons, coupon_orders as table } from '../../db/schema/coupons/coupons.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { drawSerials } from '../../domain/coupons/draw-serials.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { NOT_SENT } from '../../lib/jobs/mail.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { notify } from '../notifications/notify.ts'
import { downloadCoupons, goodVouchers, NONE_GOOD } from './print.ts'
import { asOfToday, filters, onRecord, onRow, searched, voucherList } from './read.ts'

type Order = typeof table.$inferSelect
/** Months a voucher is good for unless another day is given. */
const GOOD_MONTHS = 18
const plain = plainOn(contract, table, {
  model: 'coupon_order',
  search: [],
  sort: ['id', 'total', 'businessName', 'status', 'created_at', 'sent_at'],
  words: { status: orderStatuses },
  row: onRow,
  record: onRecord,
  filters,
})
const alive = isNull(table.deleted_at)
const standing = sql`(${table.status} <> 'cancelled')`

/** What an order must be as a whole. */
async function check(order: Partial<Order>, { db, now }: Context) {
  const { kind, fuel_id, fiscalCode, piva, expires_at, sdi, pec, station_ids } = order
  refuse({
    fuel_id:
      kind === 'monouso' && !fuel_id
        ? messages.required('Carburante')
        : kind !== 'monouso' && fuel_id
          ? 'Il carburante si indica solo per i buoni monouso.'
          : undefined,
    piva: fiscalCode || piva ? undefined : 'Indicare il codice fiscale o la partita IVA.',
    pec: sdi === '0000000' && !pec ? 'Con codice SDI 0000000 è necessario indicare la PEC.' : undefined,
    expires_at: expires_at! <= dayInRome(now) ? 'La scadenza dei buoni deve essere successiva a oggi.' : undefined,
  })
  const wanted = [...new Set(station_ids)]
  if (
    wanted.length &&
    (await db.$count(stations, and(isNull(stations.deleted_at), sql`${stations.id} = any(${`{${wanted}}`}::int[])`))) < wanted.length
  )
    refuse({ station_ids: messages.exists('Punti vendita') })
}
const TAKEN = ['fiscalCode', 'piva', 'sdi', 'pec', 'address', 'cap', 'city'] as const
/** What an order leaves empty of the data of its invoice, as it stands with the customer: whoever writes orders may not read customers. */
async function fromCustomer(order: Partial<Order>, db: Context['db']): Promise<Partial<Order>> {
  if (!order.customer_id) return {}
  const { fiscalCode, piva, sdi, pec, address, cap, city } = customers
  const [known] = await db
    .select({ fiscalCode, piva, sdi, pec, address, cap, city })
    .from(customers)
    .where(and(eq(customers.id, order.customer_id), isNull(customers.deleted_at)))
  return known ? Object.fromEntries(TAKEN.flatMap((name) => (order[name] || !known[name] ? [] : [[name, known[name]]]))) : {}
}
const sums = (rows: Order['rows']) => ({ total: totalCents(rows) / 100, vouchers: vouchersOf(rows) })
const paidIn = (paid_at: string | null | undefined, { now }: Context) =>
  paid_at && paid_at > dayInRome(now) ? 'La data di pagamento non può essere nel futuro.' : undefined

/** Reads and locks an order. @throws 404 */
async function locked(id: number, { db }: Context): Promise<Order & { used: number }> {
  const [order] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), alive))
    .for('update')
  if (!order) throw problem.notFound()
  return { ...order, used: await db.$count(coupons, and(eq(coupons.order_id, id), eq(coupons.status, 'used'))) }
}
function requireStatus(order: Order & { used: number }, to: OrderStatus, { user }: Context) {
  const refused = orderRefusal(order, to, user)
  if (refused) throw problem.conflict(refused)
}

export default implement(contract, {
  list: ({ search, query, ...input }, context) => plain.list(input, context, searched(search ?? query)),
  async get(input, context) {
    return asOfToday(await plain.get(input, context), context)
  },
  async totals({ search, query, status, customer_id, ...input }, { db }) {
    const where = and(
      ...[alive, searched(search ?? query)],
      status?.length ? sql`${table.status} in ${status}` : undefined,
      customer_id?.length ? sql`${table.customer_id} in ${customer_id}` : undefined,
      ...Object.entries(filters).map(([name, of]) => {
        const value = input[name as keyof typeof input]
        return value === undefined || value === null ? undefined : of(value as never)
      }),
    )
    const [found] = await db
      .select({
        orders: sql<number>`count(*)::int`,
        total: sql<number>`coalesce(sum(${table.total}) filter (where ${standing}), 0)::float8`,
        vouchers: sql<number>`coalesce(sum(${table.vouchers}) filter (where ${standing}), 0)::int`,
        cancelled: sql<number>`(count(*) filter (where not ${standing}))::int`,
      })
      .from(table)
      .where(where)
    return found!
  },
  async create(given, context) {
    const { db, now } = context
    const input = { ...given, ...(await fromCustomer(given as Partial<Order>, db)) }
    const expires_at = input.expires_at ?? addMonths(dayInRome(now), GOOD_MONTHS)
    await check({ ...input, expires_at } as Partial<Order>, context)
    const { id_year, id_number } = await nextNumber(db, 'coupon_order', now)
    const gift = input.payment === 'omaggio' && ({ status: 'paid', paid_at: dayInRome(now) } as const)
    const number = `B${id_year}/${String(id_number).padStart(5, '0')}`
    return asOfToday(await plain.create({ ...input, ...sums(input.rows), expires_at, number, ...gift } as never, context), context)
  },
  async update(input, context) {
    const before = await locked(input.id, context)
    if (isOlder(input.rev, before.rev)) throw problem.stale(asOfToday(await plain.get(input, context), context))
    const { id: _, rev: __, status, paid_at, ...given } = input
    const changed = Object.entries(given).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof Order]),
    )
    const fixed = changed.filter(([name]) => !SENDING_FIELDS.includes(name))
    if (fixed.length && !isEditableOrder(before)) throw problem.conflict("L'ordine non è più modificabile.")
    if (changed.length && before.status === 'cancelled') throw problem.conflict("L'ordine è annullato: non si può più modificare.")
    const next = { ...before, ...given, expires_at: given.expires_at ?? before.expires_at } as Order
    if (fixed.length) await check(next, context)
    const gift = fixed.length > 0 && next.payment === 'omaggio'
    const to = status ?? (gift ? 'paid' : before.status)
    if (to !== before.status) requireStatus(before, to, context)
    const paid = to === 'paid' && before.status === 'created'
    refuse({
      paid_at: paid && !gift && !paid_at ? messages.required('Data pagamento') : paidIn(paid_at, context),
    })
    if (to === 'cancelled' && isIssued(before.status))
      await context.db
        .update(coupons)
        .set({ status: 'voided', voided_at: context.now.toISOString(), void_reason: 'Ordine annullato.' })
        .where(and(eq(coupons.order_id, before.id), eq(coupons.status, 'issued')))
    const written = {
      ...{ ...input, expires_at: next.expires_at, status: to },
      ...sums(next.rows),
      ...{ paid_at: paid ? (paid_at ?? dayInRome(context.now)) : before.paid_at },
    }
    return asOfToday(await plain.update(written as never, context), context)
  },
  async remove({ id }, context) {
    const [order] = await context.db
      .select({ status: table.status })
      .from(table)
      .where(and(eq(table.id, id), alive))
      .for('update')
    if (order && !isDeletableOrder(order)) throw problem.conflict('Si eliminano solo ordini creati o annullati: annullare prima l’ordine.')
    return plain.remove({ id }, context)
  },
  async issue({ id }, context) {
    const { db, now, user, history, audit, jobs } = context
    audit({ action: 'modifica', entity_id: id })
    const before = await locked(id, context)
    if (isIssued(before.status)) return asOfToday(await plain.get({ id }, context), context)
    requireStatus(before, 'issued', context)
    if (before.expires_at < dayInRome(now)) throw problem.conflict('I buoni sarebbero già scaduti: la scadenza dell’ordine è passata.')
    await insertVouchers(before, context)
    const set = {
      status: 'issued' as const,
      issued_at: now.toISOString(),
      rev: before.rev + 1,
      updated_at: now.toISOString(),
      updated_by: user.id,
    }
    await db.update(table).set(set).where(eq(table.id, id))
    const after = await plain.get({ id }, context)
    await history('coupon_order', id, 'status', before, after)
    await jobs.print(db, { id, of: 'coupons' })
    await notify(
      {
        event: 'coupon_issued',
        subject: { type: 'coupon_order', id, link: `/coupons/${id}` },
        title: `Buoni emessi: ordine ${before.number}`,
        text: `Sono stati emessi i buoni dell’ordine ${before.number}.`,
        by: user.id,
        mayRead: (person) => allows('coupons.read', person),
      },
      context,
    )
    return asOfToday(after, context)
  },
  download: ({ id }, context) => downloadCoupons(id, context),
  async generate({ id }, context) {
    const { db, jobs, sendsMail, audit } = context
    audit({ action: 'comando', entity_id: id })
    const order = await locked(id, context)
    if (!isIssued(order.status))
      throw problem.conflict(
        order.status === 'cancelled' ? "L'ordine è annullato: i buoni non valgono più." : 'I buoni non sono ancora stati emessi.',
      )
    if (!(await goodVouchers(order, context)).many) throw problem.conflict(NONE_GOOD)
    await jobs.print(db, { id, of: 'coupons' })
    const warning = sendsMail ? null : NOT_SENT
    return { leaves: sendsMail, warning }
  },
  vouchers: voucherList,
})

/** Writes the vouchers of an order. Serials are drawn again where one is taken. */
async function insertVouchers({ id, rows }: Order, { db }: Context) {
  const wanted = rows.flatMap(({ denomination, quantity }) => Array<number>(quantity).fill(denomination))
  for (let open = wanted; open.length; ) {
    const drawn = drawSerials(open.length).map((serial, at) => ({ serial, denomination: open[at]! }))
    const { rows: made } = (await db.execute(sql`insert into ${coupons} (order_id, serial, denomination)
      select ${id}::int, serial, denomination from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as drawn (serial text, denomination int)
      on conflict do nothing returning serial`)) as unknown as { rows: { serial: string }[] }
    const kept = new Set(made.map(({ serial }) => serial))
    open = drawn.filter(({ serial }) => !kept.has(serial)).map(({ denomination }) => denomination)
  }
}
