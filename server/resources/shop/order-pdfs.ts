import { and, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { type ecommerceOrders as contract, orderStatuses } from '../../../src/contract/shop/orders.ts'
import { italianDay, italianNumber } from '../../../src/rules/shared/italian.ts'
import { formatEuro as euro, orderTotals, rowAmount, unitSigns } from '../../../src/rules/shop/order-rows.ts'
import { ecommerce_order_rows, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { renderPdf } from '../../lib/files/typst.ts'
import { readOrder } from './read-order.ts'
import { orderedWithin } from './statistics.ts'

const pdf = (bytes: Buffer, name: string) => ({ bytes, mime: 'application/pdf', name })
/** More rows make no pick list that somebody walks through the store with. */
const MAX_PRINTED_ROWS = 5_000

/** One order: rows, VAT by rate, room for what the store and the station write on it. */
export async function orderPdf(id: number, context: Context) {
  const { db, now, user } = context
  const order = await readOrder(id, context)
  const { company } = await readCompany(db)
  const { rates, ...sums } = orderTotals(order.rows)
  const [place] = await db
    .select({ address: stations.address, cap: stations.cap, city: stations.city, province: stations.province })
    .from(stations)
    .where(eq(stations.id, order.station_id))
  const { address, cap, city, province } = place!
  const data = {
    title: `Ordine forniture ${order.number}`,
    company: company.name,
    made: `Generato il ${italianDay(dayInRome(now))} da ${user.name}`,
    station: `${order.station.code} ${order.station.name}`,
    facts: [
      ['Stato', orderStatuses[order.status]],
      ['Data', italianDay(dayInRome(new Date(order.created_at)))],
      ['Richiedente', order.user],
      ['Consegna desiderata', order.wanted_at ? italianDay(order.wanted_at) : '–'],
      ['Indirizzo', `${address}, ${cap} ${city} (${province})`],
      ['Spedizione', [order.carrier, order.tracking].filter(Boolean).join(' · ') || '–'],
    ].map(([label, value]) => ({ label, value })),
    note: order.note,
    rows: order.rows.map((row) => ({
      ...{ code: row.code, name: row.name, unit: unitSigns[row.unit], quantity: italianNumber(row.quantity), vat: `${row.vat}%` },
      ...{ price: euro(row.price), amount: euro(rowAmount(row)) },
      shipped: row.shipped === null ? '' : italianNumber(row.shipped),
      delivered: row.delivered === null ? '' : italianNumber(row.delivered),
    })),
    rates: rates.map(({ vat, base, tax }) => ({ vat: `${vat}%`, base: euro(base), tax: euro(tax) })),
    net: euro(sums.net),
    vat: euro(sums.vat_total),
    total: euro(sums.total),
  }
  return pdf(await renderPdf('shop-order', data), `ordine_${id}.pdf`)
}

/** What is to be taken from the store for the orders of a period: by article, then by station. */
export async function summaryPdf({ from, to, status, station_id }: Parsed<typeof contract.summary, never>, context: Context) {
  const { db, now, user } = context
  const found = await db
    .select({
      ...{ product_id: ecommerce_order_rows.product_id, code: ecommerce_order_rows.code, name: ecommerce_order_rows.name },
      ...{ unit: ecommerce_order_rows.unit, quantity: ecommerce_order_rows.quantity, station_code: stations.code, station: stations.name },
      ...{ id_year: table.id_year, id_number: table.id_number },
    })
    .from(table)
    .innerJoin(ecommerce_order_rows, eq(ecommerce_order_rows.order_id, table.id))
    .innerJoin(stations, eq(stations.id, table.station_id))
    .where(
      and(
        orderedWithin(from, to),
        inArray(table.status, status?.length ? status : ['confirmed', 'processing']),
        station_id?.length ? inArray(table.station_id, station_id) : undefined,
      ),
    )
    .orderBy(ecommerce_order_rows.name, ecommerce_order_rows.product_id, stations.name, table.id)
    .limit(MAX_PRINTED_ROWS + 1)
  if (found.length > MAX_PRINTED_ROWS)
    throw problem.unprocessable(`Il PDF contiene al massimo ${italianNumber(MAX_PRINTED_ROWS)} righe: restringere il periodo.`)
  const products = new Map<number, typeof found>()
  for (const row of found) products.set(row.product_id, [...(products.get(row.product_id) ?? []), row])
  const { company } = await readCompany(db)
  const states = (status?.length ? status : (['confirmed', 'processing'] as const)).map((one) => orderStatuses[one]).join(', ')
  const data = {
    title: 'Riepilogo ordini',
    company: company.name,
    made: `Generato il ${italianDay(dayInRome(now))} da ${user.name}`,
    subtitle: `${from ? `Dal ${italianDay(from)} ` : ''}${to ? `fino al ${italianDay(to)} ` : ''}· Stati: ${states}`.replace(/^· /, ''),
    products: [...products.values()].map((rows) => ({
      ...{ code: rows[0]!.code, name: rows[0]!.name, unit: unitSigns[rows[0]!.unit] },
      quantity: italianNumber(rows.reduce((sum, row) => sum + row.quantity, 0)),
      stations: rows.map((row) => ({
        station: `${row.station_code} ${row.station}`,
        order: `O${row.id_year}/${String(row.id_number).padStart(5, '0')}`,
        quantity: italianNumber(row.quantity),
      })),
    })),
  }
  return pdf(await renderPdf('shop-summary', data), 'riepilogo_ordini.pdf')
}
