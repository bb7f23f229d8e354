import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { dispensers as contract } from '../../../src/contract/equipment/dispensers.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { guns, dispensers as table, tanks } from '../../db/schema/equipment/equipment.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { cancelExpirationsAbout } from '../expirations/sync-expiration.ts'
import type { PartRow } from '../stations/station-part.ts'
import { type Check, nextDayErrors, piecesOn, SERIAL_TAKEN, syncCheckExpirations, withNextDates } from './equipment-part.ts'

const { id, number, fuel_id, side, flow, tank_id, totalizer, last_metric_check, next_metric_check, seals_ok, active } = guns
const shown = { id, number, fuel_id, side, flow, tank_id, totalizer, last_metric_check, next_metric_check, seals_ok, active }
const gunRows = jsonRows(
  {
    ...shown,
    fuel: sql<{ id: number; name: string }>`json_build_object('id', ${fuels.id}, 'name', ${fuels.name})`,
    tank: sql<{ id: number; number: string | null } | null>`case when ${tanks.id} is not null
      then json_build_object('id', ${tanks.id}, 'number', ${tanks.number}) end`,
  },
  sql`${guns} inner join ${fuels} on ${eq(fuels.id, guns.fuel_id)} left join ${tanks} on ${eq(tanks.id, guns.tank_id)}`,
  eq(guns.dispenser_id, table.id),
  ...[guns.number, guns.id],
)
/** The meter of a gun is verified every two years. */
const METRIC_CHECK: Check[] = [
  { last: 'last_metric_check', next: 'next_metric_check', type: 'metrica', what: 'Verifica metrica', months: () => 24 },
]
const TAKEN = 'N. pistola già presente per questo punto vendita.'

/** Errors of guns: the number must be unique in the station, and the tank must belong to it and hold the gun's fuel. */
async function gunErrors(rows: PartRow[], station_id: number, dispenser: number | undefined, { db }: Context) {
  if (!rows.length) return {}
  const own = dispenser === undefined ? undefined : ne(guns.dispenser_id, dispenser)
  const numbers = rows.map((row) => row.number)
  const others = await db
    .select({ number: guns.number })
    .from(guns)
    .where(and(eq(guns.station_id, station_id), inArray(guns.number, numbers), own))
  const taken = new Set(others.map((one) => one.number))
  const held = await db.select({ id: tanks.id, fuel_id: tanks.fuel_id }).from(tanks).where(eq(tanks.station_id, station_id))
  const wanted = rows.map((row) => row.fuel_id)
  const sold = await db.select({ id: fuels.id }).from(fuels).where(inArray(fuels.id, wanted))
  return Object.fromEntries(
    rows.flatMap((row, at) => {
      const tank = held.find((one) => one.id === row.tank_id)
      const wrong = tank
        ? tank.fuel_id !== row.fuel_id && 'La cisterna contiene un altro carburante.'
        : 'La cisterna non è di questo punto vendita.'
      return [
        [`guns.${at}.number`, taken.has(row.number) || numbers.indexOf(row.number) < at ? TAKEN : undefined],
        [`guns.${at}.fuel_id`, sold.some((one) => one.id === row.fuel_id) ? undefined : messages.exists('Carburante')],
        [`guns.${at}.next_metric_check`, nextDayErrors(METRIC_CHECK, row).next_metric_check],
        [`guns.${at}.tank_id`, (row.tank_id != null && wrong) || undefined],
      ]
    }),
  )
}
const gunsOf = (row: PartRow): PartRow[] => row?.guns ?? []
const { handlers: part, rows } = piecesOn(contract, table, {
  kind: 'dispenser',
  search: ['number', 'brand', 'model', 'kind'],
  sort: ['island', 'number', 'kind', 'brand', 'year', 'status'],
  sentences: { dispensers_number: ['number', SERIAL_TAKEN], guns_number: ['guns', TAKEN] },
  labelOf: ({ number }) => number ?? 'senza matricola',
  children: { guns: guns.dispenser_id } as never,
  numbered: { guns: guns.number },
  row: { guns: gunRows } as never,
  // Adds the station to each gun, and the next check that follows from the last one.
  derive: ({ station_id }, _, given, before) => ({
    ...(given.guns && {
      guns: gunsOf(given).map((gun) => ({
        ...withNextDates(
          METRIC_CHECK,
          gun,
          gunsOf(before).find((one) => one.id === gun.id),
        ),
        station_id,
      })),
    }),
  }),
  rules: (row, context, before) => gunErrors(gunsOf(row), row.station_id, before?.id, context),
})
async function syncGunExpirations(row: PartRow, before: PartRow, context: Context) {
  for (const gun of gunsOf(before)) if (!gunsOf(row).some((one) => one.id === gun.id)) await cancelExpirationsAbout('gun', gun.id, context)
  for (const gun of gunsOf(row)) {
    const old = gunsOf(before).find((one) => one.id === gun.id)
    const said = (one: PartRow) => JSON.stringify([one?.number, one?.fuel_id, one?.next_metric_check, one?.active])
    if (said(old) !== said(gun))
      await syncCheckExpirations(
        'gun',
        METRIC_CHECK,
        { ...gun, station_id: row.station_id },
        `pistola ${gun.number} ${gun.fuel.name}`,
        context,
      )
  }
  return row
}
const create = async (input: PartRow, context: Context) => syncGunExpirations(await part.create(input, context), undefined, context)

export default implement(contract, {
  ...part,
  create,
  createOn: ({ id, ...input }, context) => create({ ...input, station_id: id }, context),
  async update(input: PartRow, context) {
    const before = await rows.get(input, context)
    return syncGunExpirations(await part.update(input, context), before, context)
  },
  async remove(input, context) {
    const held = await context.db.select({ id: guns.id }).from(guns).where(eq(guns.dispenser_id, input.id))
    await part.remove(input, context)
    for (const gun of held) await cancelExpirationsAbout('gun', gun.id, context)
    return undefined
  },
})
