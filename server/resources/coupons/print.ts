import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { isIssued } from '../../../src/rules/coupons/order-states.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { files, model_history } from '../../db/schema/core/system.ts'
import { coupon_sendings, coupons, coupon_orders as table } from '../../db/schema/coupons/coupons.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Bytes, Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { type FileRow, readFile, saveRow, storeBytes } from '../../lib/files/files.ts'
import type { PrintJob } from '../../lib/jobs/jobs.ts'
import type { MailFate } from '../../lib/jobs/mail-settled.ts'
import { setVouchers } from './set-vouchers.ts'

type Order = typeof table.$inferSelect
type Printing = Pick<Context, 'db' | 'now' | 'files'>
/** The `owner_type` of the printed vouchers. */
const OWNER_TYPE = 'coupon_order'
const italianDay = (day: string) => day.split('-').toReversed().join('/')
const fileName = ({ number }: Order) => `buoni_${number.replace('/', '_')}.pdf`

async function readOrder(id: number, db: Db): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deleted_at)))
  return order
}
/** The vouchers of an order that may still be spent, and when the last other one was spent or voided. Past the order's last day there are none. */
export async function goodVouchers({ id, expires_at }: Pick<Order, 'id' | 'expires_at'>, { db, now }: Pick<Context, 'db' | 'now'>) {
  const good = expires_at < dayInRome(now) ? sql`false` : eq(coupons.status, 'issued')
  const [found] = await db
    .select({
      many: sql<number>`count(*) filter (where ${good})::int`,
      value: sql<number>`coalesce(sum(${coupons.denomination}) filter (where ${good}), 0)::int`,
      changed_at: sql<string | null>`max(greatest(${coupons.voided_at}, ${coupons.used_at}))`,
    })
    .from(coupons)
    .where(eq(coupons.order_id, id))
  return found!
}
export const NONE_GOOD = 'Nessun buono di questo ordine si può ancora spendere.'

/** Sets the vouchers of an order that may still be spent, three a page (docs/spec/coupons.md#mail-and-pdf). */
async function printVouchers(order: Order, { db }: Printing): Promise<Buffer> {
  const rows = await db
    .select({ serial: coupons.serial, denomination: coupons.denomination })
    .from(coupons)
    .where(and(eq(coupons.order_id, order.id), eq(coupons.status, 'issued')))
    .orderBy(coupons.id)
  const places = order.station_ids.length
    ? await db
        .select({ name: stations.name, city: stations.city })
        .from(stations)
        .where(sql`${stations.id} = any(${`{${order.station_ids}}`}::int[])`)
        .orderBy(stations.name)
    : []
  const [fuel] = order.fuel_id ? await db.select({ name: fuels.name }).from(fuels).where(eq(fuels.id, order.fuel_id)) : []
  const { company } = await readCompany(db)
  return setVouchers(
    {
      title: `Buoni carburante ${order.number}`,
      company: company.name,
      number: order.number,
      holder: order.businessName,
      expires: italianDay(order.expires_at),
      fuel: fuel?.name ?? null,
      stations: places.map(({ name, city }) => `${name}, ${city}`),
    },
    rows,
  )
}
/** The PDF as it was stored, unless a voucher in it has been spent or voided since. */
async function storedPdf(id: number, changed_at: string | null, db: Db): Promise<FileRow | undefined> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.owner_type, OWNER_TYPE), eq(files.owner_id, id), changed_at ? gt(files.created_at, changed_at) : undefined))
    .orderBy(desc(files.id))
    .limit(1)
  return file
}

/** The PDF of the vouchers of an order that may still be spent: as it was stored for the mail, else set now. @throws 404, 409 where there are none */
export async function downloadCoupons(id: number, context: Context): Promise<Bytes> {
  const order = await readOrder(id, context.db)
  if (!order) throw problem.notFound()
  if (order.status === 'cancelled') throw problem.conflict("L'ordine è annullato: i buoni non valgono più.")
  if (!isIssued(order.status)) throw problem.conflict('I buoni non sono ancora stati emessi.')
  const { many, changed_at } = await goodVouchers(order, context)
  if (!many) throw problem.conflict(NONE_GOOD)
  const stored = await storedPdf(id, changed_at, context.db)
  const bytes = stored ? await readFile(stored, context.files) : await printVouchers(order, context)
  return { bytes, mime: 'application/pdf', name: fileName(order) }
}

/** The work left by an issue, or asked for again: sets and stores the vouchers once, and queues the mail with them. */
export async function mailCoupons({ id }: PrintJob, printing: Printing & Pick<Context, 'jobs'>): Promise<void> {
  const { db, files: store, now, jobs } = printing
  const order = await readOrder(id, db)
  if (!order || !isIssued(order.status)) return
  const { many, value, changed_at } = await goodVouchers(order, { db, now })
  if (!many) return
  const held = await storedPdf(id, changed_at, db)
  const ready = held
    ? undefined
    : await storeBytes({ name: fileName(order), bytes: await printVouchers(order, printing) }, { files: store, now })
  await db.transaction(async (tx) => {
    const file = held ?? (await saveRow(ready!, { type: OWNER_TYPE, id }, { db: tx }))
    const text = [
      'Gentile cliente,',
      `in allegato i buoni carburante dell'ordine ${order.number}: ${howMany(many, 'buono', 'buoni')} per ${euro(value)}.`,
      `I buoni scadono il ${italianDay(order.expires_at)}. Ciascuno si presenta una volta sola, stampato o sul telefono.`,
      '',
      'Cordiali saluti',
    ].join('\n')
    const to = order.emails
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean)
      .join(', ')
    await jobs.mail(tx as Db, {
      kind: 'mail',
      to,
      subject: `Buoni carburante – ordine ${order.number}`,
      text,
      attach: [file.id],
      about: { type: OWNER_TYPE, id },
    })
  })
}
const euro = (value: number) =>
  `${value.toLocaleString('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' } as Intl.NumberFormatOptions)} €`

/** Follows the mail of an order: it is sent once its mail has left, stays issued without a mail server, and shows the error of a failure. */
export async function couponMailSettled({ about, outcome, to, error }: MailFate, { db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  if (about.type !== OWNER_TYPE) return
  await db.transaction(async (tx) => {
    const [order] = await tx.select().from(table).where(eq(table.id, about.id)).for('update')
    if (!order) return
    const at = now.toISOString()
    await tx.insert(coupon_sendings).values({ order_id: order.id, at, emails: to, outcome, error: error ?? null })
    const left = outcome === 'sent'
    const set = {
      ...(left && { sent_at: at, sent_count: order.sent_count + 1 }),
      ...(left && order.status === 'issued' && { status: 'sent' as const }),
      ...{ last_error: error ?? null, rev: order.rev + 1, updated_at: at },
    }
    const [after] = await tx.update(table).set(set).where(eq(table.id, order.id)).returning()
    if (after!.status !== order.status)
      await tx.insert(model_history).values({
        model: 'coupon_order',
        model_id: order.id,
        event: 'status',
        old: { status: order.status },
        new: { status: after!.status, sent_at: at },
        created_at: at,
      })
  })
}
