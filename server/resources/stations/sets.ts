import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { fuelFields, serviceFields } from '../../../src/contract/stations/set-fields.ts'
import { stationSetCalls as contract } from '../../../src/contract/stations/sets.ts'
import { setErrors } from '../../../src/rules/stations/set-checks.ts'
import { guns, tanks } from '../../db/schema/equipment/equipment.ts'
import { openings, station_bills, station_networks, station_phones } from '../../db/schema/stations/station-sets.ts'
import { available_services, fuels, prices, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { type Handlers, implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { replaceRows } from '../../lib/tables/children.ts'
import { sets } from './read.ts'
import { needStation } from './scope.ts'

type Name = keyof typeof sets
export const setNames = Object.keys(sets) as Name[]
type Row = { id?: number | undefined } & Record<string, unknown>
interface Kind {
  /** The foreign key to the station. */
  owner: AnyPgColumn
  /** Field that identifies a row, if it is not `id`. */
  key?: string
  /** Reference to another table, and the label of its field. */
  names?: { key: string; id: AnyPgColumn; label: string }
  /** Further checks and effects when rows are deleted. */
  without?: (gone: Row[], station: number, context: Context) => Promise<void>
}
const kinds: Record<Name, Kind> = {
  phones: { owner: station_phones.station_id },
  fuels: {
    owner: station_fuels.station_id,
    key: 'fuel_id',
    names: { key: 'fuel_id', id: fuels.id, label: labelOf(fuelFields.fuel_id)! },
    without: withoutFuels,
  },
  services: {
    owner: station_services.station_id,
    key: 'available_service_id',
    names: { key: 'available_service_id', id: available_services.id, label: labelOf(serviceFields.available_service_id)! },
  },
  networks: { owner: station_networks.station_id },
  bills: { owner: station_bills.station_id },
  openings: { owner: openings.station_id, key: 'weekday' },
}

/** A fuel used by guns or tanks cannot be removed. The prices of a removed fuel end. */
async function withoutFuels(gone: Row[], station_id: number, { db, now }: Context): Promise<void> {
  const ids = gone.map((row) => row.fuel_id as number)
  const drawn = await db.$count(guns, and(eq(guns.station_id, station_id), inArray(guns.fuel_id, ids)))
  const stored = await db.$count(tanks, and(eq(tanks.station_id, station_id), inArray(tanks.fuel_id, ids)))
  const count = drawn + stored
  if (count) throw problem.conflict(`Il carburante è associato a ${count} pistole/cisterne.`)
  const at = now.toISOString()
  const open = or(isNull(prices.valid_to), gt(prices.valid_to, at))
  await db
    .update(prices)
    .set({ valid_to: at })
    .where(and(eq(prices.station_id, station_id), inArray(prices.fuel_id, ids), open))
}

/** The set with the revision of its station, which is locked until the transaction ends. */
export async function setOf(name: Name, id: number, { db }: Context) {
  const { rev } = stations
  const [found] = await db
    .select({ id: stations.id, rev, [name]: sets[name] })
    .from(stations)
    .where(eq(stations.id, id))
    .for('update', { of: stations })
  return found as unknown as { id: number; rev: number } & Record<Name, Row[]>
}
/** Refuses rows that reference missing records. @throws 422 */
async function needNamed(name: Name, rows: readonly Row[], { names }: Kind, { db }: Context): Promise<void> {
  if (!names || !rows.length) return
  const wanted = rows.map((row) => row[names.key] as number)
  const found = await db.select({ id: names.id }).from(names.id.table).where(inArray(names.id, wanted))
  const known = new Set(found.map(({ id }) => id))
  refuse(
    Object.fromEntries(wanted.map((id, at) => [`${name}.${at}.${names.key}`, known.has(id) ? undefined : messages.exists(names.label)])),
  )
}

/** Replaces the rows of a set. @throws 409 if `rev` is outdated */
const replace =
  (name: Name) =>
  async ({ id, rev, ...body }: { id: number; rev: number } & { [K in Name]?: Row[] }, context: Context) => {
    const { db, user, now } = context
    const kind = kinds[name]
    const rows = body[name]!
    await needStation(db, user, id, contract[name].policy)
    const before = await setOf(name, id, context)
    if (rev !== before.rev) throw problem.stale(before)
    refuse(Object.fromEntries(Object.entries(setErrors(name, rows)).map(([path, sentence]) => [`${name}.${path}`, sentence])))
    await needNamed(name, rows, kind, context)
    const { key } = kind
    const known = key ? rows.map((row) => ({ ...row, id: before[name].find((one) => one[key] === row[key])?.id })) : rows
    const gone = before[name].filter((one) => !known.some((row) => row.id === one.id))
    if (gone.length) await kind.without?.(gone, id, context)
    await replaceRows(db, kind.owner, id, before[name], known)
    await db
      .update(stations)
      .set({ rev: rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(stations.id, id))
    const after = await setOf(name, id, context)
    context.audit({ action: 'modifica' })
    await context.history(`station_${name}`, id, 'updated', before, after)
    return after
  }
export default implement(
  contract,
  Object.fromEntries(setNames.map((name) => [name, replace(name)])) as unknown as Handlers<typeof contract>,
)
