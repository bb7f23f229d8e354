import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { stationFields, stationRecord } from '../../../src/contract/stations/record.ts'
import { mayCreateStations } from '../../../src/rules/stations/access.ts'
import { dependentValues, stationErrors, stationWarnings } from '../../../src/rules/stations/station-checks.ts'
import {
  closingFaults,
  mayChangeStatus,
  needsReason,
  type StationStatus,
  statusChangeValues,
  transitionRefusal,
} from '../../../src/rules/stations/status-changes.ts'
import { folded } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { openings } from '../../db/schema/stations/station-sets.ts'
import { prices, stations as table } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { stationText } from '../../domain/shared/search-text.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { runningManagement } from './managers.ts'
import { readStation } from './read.ts'
import { needStation } from './scope.ts'
import { stationDismissed } from './station-dismissed.ts'

type Row = typeof table.$inferSelect
const HELD = 'Impossibile eliminare il punto vendita: sono presenti gestioni, ticket o verifiche. Impostare lo stato "Dismesso".'
const written = crudOn(stationRecord, table, {
  model: 'station',
  search: [],
  sort: ['name'],
  sentences: { stations_code: ['code', 'Codice P.V. già in uso.'] },
  inUse: [
    [inspections.station_id, () => HELD],
    [prices.station_id, () => HELD],
    [managements.station_id, () => HELD],
  ],
})

/** Columns derived from the fields. */
const derived = (station: Pick<Row, 'code' | 'name' | 'address' | 'city' | 'cap' | 'province'> & { brand?: string | null }) => ({
  region: provinces.get(station.province)!.region,
  search_text: stationText(station),
})
/** The station, locked until the transaction ends. */
async function locked(id: number, { db }: Context): Promise<Row> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  return row!
}
/** Refuses an area manager who is no network manager. */
async function needAreaManager(id: number | null | undefined, { db }: Context): Promise<void> {
  if (!id) return
  const manager = and(eq(users.id, id), sql`'network_manager' = any(${users.roles})`, isNull(users.deleted_at))
  if (!(await db.$count(users, manager))) refuse({ area_manager_id: messages.exists(labelOf(stationFields.area_manager_id)!) })
}
/** A warning if another station has the same name in the same town, which is allowed. */
async function twinOf({ id, name, city }: Row, { db }: Context): Promise<string | undefined> {
  const same = and(eq(folded(table.name), folded(sql`${name}::text`)), eq(folded(table.city), folded(sql`${city}::text`)))
  const [twin] = await db
    .select({ code: table.code })
    .from(table)
    .where(and(same, ne(table.id, id), isNull(table.deleted_at)))
    .orderBy(table.id)
    .limit(1)
  return twin && `C'è già un punto vendita con lo stesso nome in questa città: ${twin.code}.`
}
/** The saved station with its warnings. */
async function saved(id: number, context: Context, more: readonly (string | false | undefined)[] = []) {
  const station = await readStation({ id }, context)
  const warnings = [...more, ...stationWarnings(station, station.fuels ?? [])]
  return { ...station, warnings: warnings.filter((sentence) => typeof sentence === 'string') }
}
const sameAddress = (a: Row, b: Row) => a.address === b.address && a.city === b.city && a.cap === b.cap
const samePlace = (a: Row, b: Row) => a.latitude === b.latitude && a.longitude === b.longitude

export default implement(stationRecord, {
  async create(input, context) {
    if (!mayCreateStations(context.user)) throw problem.forbidden()
    refuse(stationErrors(input))
    await needAreaManager(input.area_manager_id, context)
    const made: Row = await written.create({ ...input, ...derived(input), ...dependentValues(input) }, context)
    const { id, is_warehouse } = made
    if (!is_warehouse)
      await context.db.insert(openings).values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ station_id: id, weekday, closed: true })))
    return saved(id, context, [await twinOf(made, context)])
  },
  async update(input, context) {
    const { id } = input
    await needStation(context.db, context.user, id, 'net.write')
    const before = await locked(id, context)
    if (isOlder(input.rev, before.rev)) throw problem.stale(await readStation({ id }, context))
    const next = { ...before, ...input } as Row
    refuse(stationErrors(next))
    if (next.area_manager_id !== before.area_manager_id) await needAreaManager(next.area_manager_id, context)
    const after: Row = await written.update({ ...input, ...derived(next), ...dependentValues(next) }, context)
    const moved = !sameAddress(before, after) && after.latitude !== null && samePlace(before, after)
    const renamed = before.name !== after.name || before.city !== after.city
    return saved(id, context, [
      moved && "L'indirizzo è cambiato, le coordinate no: verificale.",
      renamed ? await twinOf(after, context) : undefined,
    ])
  },
  async setStatus({ id, status, reason, reopening_at }, context) {
    const { db, user, now } = context
    await needStation(db, user, id, 'net.write')
    const before = await locked(id, context)
    const from = before.status as StationStatus
    const refusal = transitionRefusal(from, status)
    if (refusal) throw problem.conflict(refusal)
    if (!mayChangeStatus(from, status, user)) throw problem.forbidden()
    const today = dayInRome(now)
    if (needsReason(status)) refuse(closingFaults({ reason, reopening_at }, today))
    if (status === 'dismissed' && (await runningManagement(db, id))) throw problem.conflict('Chiudere prima la gestione attiva.')
    const [after] = await db
      .update(table)
      .set({
        status,
        ...statusChangeValues(from, status, { up: today, reason, reopening_at }),
        ...{ rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id },
      })
      .where(eq(table.id, id))
      .returning()
    context.audit({ action: 'modifica' })
    await context.history('station', id, 'status', before, after)
    if (status === 'dismissed') await stationDismissed.emit(id, context)
    return saved(id, context)
  },
  remove: written.remove,
})
