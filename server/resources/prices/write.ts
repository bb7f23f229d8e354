import { and, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { prices as contract } from '../../../src/contract/prices/prices.ts'
import {
  confirmationReason,
  isSelfDearer,
  NO_PRICES,
  NOT_NEWEST,
  NOT_SOLD,
  overtaken,
  refusalReason,
  SELF_DEARER,
  thousandths,
} from '../../../src/rules/prices/price-checks.ts'
import { fuels, prices, station_fuels, stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { needStation } from '../stations/scope.ts'
import { mailManagers, mailRemoval } from './new-prices-mail.ts'
import { inForce, pricesOf } from './read.ts'

const DAY_MS = 86_400_000
const TWICE = 'Per questo carburante c’è già un prezzo con la stessa decorrenza.'
const TOO_EARLY = 'La decorrenza non può essere anteriore di oltre 24 ore.'
const TOO_LATE = 'La decorrenza non può essere oltre un anno.'
type Entry = Parsed<typeof contract.create, never>['prices'][number] & { at: Date }
type Mode = Entry['mode']

/** Blocks other changes of the station's prices until the transaction ends, so that the checks below stay valid. */
const lock = (db: Db, id: number) => db.select({ id: stations.id }).from(stations).where(eq(stations.id, id)).for('no key update')

/** The station's price of one fuel and mode when the entry takes effect. */
async function priceThen(db: Db, station: number, { at, fuel_id }: Entry, mode: Mode): Promise<number | null> {
  const [row] = await db
    .select({ price: sql<number | null>`(select c.price::float8 from (${inForce(at, sql`${fuel_id}::int`, sql`${mode}`)}) c)` })
    .from(stations)
    .where(eq(stations.id, station))
  return row?.price ?? null
}

/** The reason to refuse an entry whose writer saw another price than the one in force now, or undefined. */
async function unseen(db: Db, station: number, entry: Entry, now: Date): Promise<string | undefined> {
  const { expected, fuel_id, mode } = entry
  if (expected === undefined) return undefined
  const held = await priceThen(db, station, { ...entry, at: now }, mode)
  if (held === expected || (held !== null && expected !== null && thousandths(held) === thousandths(expected))) return undefined
  const known = await pricesOf(db, now, { station, fuels: [fuel_id] })
  return overtaken(held, known.find((one) => one.mode === mode && one.state === 'current')?.author)
}

/** Reasons to refuse an entry on its own, by field. */
function entryErrors(entry: Entry, sold: Map<number, { self: boolean; serve: boolean }>, known: Set<number>, { user, now }: Context) {
  const modes = sold.get(entry.fuel_id)
  const ahead = entry.at.getTime() - now.getTime()
  return {
    fuel_id: known.has(entry.fuel_id) ? undefined : messages.exists('Carburante'),
    mode: !known.has(entry.fuel_id) || modes?.[entry.mode] ? undefined : NOT_SOLD,
    price: refusalReason(entry.price),
    valid_from: ahead < -DAY_MS && !user.roles.includes('superAdmin') ? TOO_EARLY : ahead > 366 * DAY_MS ? TOO_LATE : undefined,
  }
}

/** Publishes prices of one station, all or none. @throws 422 with the fields that are wrong or need confirmation, 409 for a price that exists already */
export async function publish({ station_id, prices: given, confirm }: Parsed<typeof contract.create, never>, context: Context) {
  const { db, user, now } = context
  await needStation(db, user, station_id, contract.create.policy)
  const entries = given.map((entry, at) => ({ ...entry, place: `prices.${at}`, at: entry.valid_from ? new Date(entry.valid_from) : now }))
  const positive = entries.filter(({ price }) => price > 0)
  if (!positive.length) throw problem.invalid({ prices: NO_PRICES })
  await lock(db, station_id)
  const sold = new Map(
    (
      await db
        .select()
        .from(station_fuels)
        .where(and(eq(station_fuels.station_id, station_id), station_fuels.active))
    ).map((row) => [row.fuel_id, row]),
  )
  const known = new Set((await db.select({ id: fuels.id }).from(fuels)).map(({ id }) => id))
  const errors: Record<string, string | undefined> = {}
  const seen = new Set<string>()
  for (const entry of positive) {
    for (const [field, sentence] of Object.entries(entryErrors(entry, sold, known, context))) errors[`${entry.place}.${field}`] = sentence
    const series = `${entry.fuel_id} ${entry.mode} ${entry.at.toISOString()}`
    if (seen.has(series)) errors[`${entry.place}.valid_from`] ??= TWICE
    seen.add(series)
  }
  refuse(errors)
  const warnings: { fuel_id: number; mode: Mode; message: string }[] = []
  for (const entry of positive) {
    const asked = confirm ? undefined : confirmationReason(entry.price, await priceThen(db, station_id, entry, entry.mode))
    const refused = (await unseen(db, station_id, entry, now)) ?? asked
    if (refused) errors[`${entry.place}.price`] = refused
    const other = entry.mode === 'self' ? 'serve' : 'self'
    const beside = positive.find((one) => one.fuel_id === entry.fuel_id && one.mode === other)
    // If self and served are published together, the warning is given once, with the self price.
    if (beside && entry.mode === 'serve') continue
    const pair = { [entry.mode]: entry.price, [other]: beside?.price ?? (await priceThen(db, station_id, entry, other)) } as Record<
      Mode,
      number | null
    >
    if (isSelfDearer(pair.self, pair.serve)) warnings.push({ fuel_id: entry.fuel_id, mode: entry.mode, message: SELF_DEARER })
  }
  refuse(errors)
  const made = await db
    .insert(prices)
    .values(
      positive.map(({ fuel_id, mode, price, at }) => ({
        ...{ station_id, fuel_id, mode, price, valid_from: at.toISOString() },
        ...{ source: 'manuale' as const, created_at: now.toISOString(), created_by: user.id, updated_by: user.id },
      })),
    )
    .onConflictDoNothing()
    .returning(getTableColumns(prices))
  if (made.length < positive.length) throw problem.conflict(TWICE)
  for (const row of made) await context.history('price', row.id, 'created', null, row)
  context.audit({ entity_id: station_id })
  const published = await pricesOf(db, now, { ids: made.map(({ id }) => id) })
  const byId = new Map(published.map((row) => [row.id, row]))
  await mailManagers(station_id, published, context)
  return { station_id, prices: made.map(({ id }) => byId.get(id)!), warnings }
}

/** True for a price that was taken back, or whose fuel is no longer sold. */
export const hasEnded = ({ valid_to }: Pick<typeof prices.$inferSelect, 'valid_to'>, now: Date) =>
  valid_to !== null && valid_to <= now.toISOString()

/**
 * Takes a price back. The history shows what was: one that is in force stays with its end, and the price before it is published again from now
 * on. A planned one goes.
 */
export async function withdraw(
  price: typeof prices.$inferSelect,
  { db, user, now, history }: Pick<Context, 'db' | 'user' | 'now' | 'history'>,
) {
  const { id, station_id, fuel_id, mode, valid_from, rev } = price
  const at = now.toISOString()
  if (valid_from >= at) {
    await db.delete(prices).where(eq(prices.id, id))
    return history('price', id, 'deleted', price, null)
  }
  const [ended] = await db
    .update(prices)
    .set({ valid_to: at, rev: rev + 1, updated_by: user.id })
    .where(eq(prices.id, id))
    .returning()
  await history('price', id, 'updated', price, ended!)
  const series = [eq(prices.station_id, station_id), eq(prices.fuel_id, fuel_id), eq(prices.mode, mode)]
  const [before] = await db
    .select({ price: prices.price })
    .from(prices)
    .where(and(...series, lt(prices.valid_from, valid_from), or(isNull(prices.valid_to), gt(prices.valid_to, valid_from))))
    .orderBy(desc(prices.valid_from))
    .limit(1)
  if (!before) return
  const [again] = await db
    .insert(prices)
    .values({ station_id, fuel_id, mode, price: before.price, valid_from: at, created_at: at, created_by: user.id, updated_by: user.id })
    .returning()
  await history('price', again!.id, 'created', null, again!)
}

/** Takes back the newest price of a series; only a super administrator may delete an older one. One that has ended is not there to be taken back. */
export async function remove({ stationId, priceId }: { stationId: number; priceId: number }, context: Context) {
  const { db, user } = context
  await needStation(db, user, stationId, contract.remove.policy)
  await lock(db, stationId)
  const [price] = await db
    .select()
    .from(prices)
    .where(and(eq(prices.id, priceId), eq(prices.station_id, stationId)))
  if (!price || hasEnded(price, context.now)) throw problem.notFound()
  const [newest] = await db
    .select({ id: prices.id })
    .from(prices)
    .where(and(eq(prices.station_id, stationId), eq(prices.fuel_id, price.fuel_id), eq(prices.mode, price.mode)))
    .orderBy(desc(prices.valid_from))
    .limit(1)
  if (newest!.id !== priceId && !user.roles.includes('superAdmin')) throw problem.conflict(NOT_NEWEST)
  const [shown] = await pricesOf(db, context.now, { ids: [priceId] })
  context.audit({ entity_id: stationId })
  if (shown!.state !== 'past') {
    await withdraw(price, context)
    await mailRemoval(stationId, shown!, context)
  } else {
    // An older price has left the screens and signs already.
    await db.delete(prices).where(eq(prices.id, priceId))
    await context.history('price', priceId, 'deleted', price, null)
  }
  return undefined
}
