import { and, eq, getTableColumns, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { expirations as contract } from '../../../src/contract/expirations/expirations.ts'
import { expirationStatuses, expirationTypes, periodicities } from '../../../src/contract/expirations/words.ts'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { cadenceDay, nextDate, REOPEN_DAYS, SNOOZE_DAYS } from '../../../src/rules/expirations/due-dates.ts'
import { networkWide } from '../../../src/rules/stations/access.ts'
import { foldedText, inWords } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { expirations as table } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { ranksOf } from '../../lib/tables/ranks.ts'
import { has, onPage, ordering, wordsOf } from '../../lib/tables/table.ts'
import { grantColumns, mayWriteStation, needStation } from '../stations/scope.ts'
import { calendarFeed } from './calendar-feed.ts'
import { expirationScope } from './scope.ts'
import { followsExpiration, nextBySubject, writeSubject } from './subjects.ts'

type Expiration = Output<typeof contract.get>
type Row = typeof table.$inferSelect
/** The `owner_type` of its files. */
const OWNER_TYPE = 'expiration'
const doer = alias(users, 'doer')
const from = sql`${table} left join ${stations} on ${eq(stations.id, table.station_id)}`
const isLate = (today: string) => sql<boolean>`(${table.status} = 'open' and ${table.date} < ${today}::date)`
const dueWithin = (today: string, days: number) =>
  and(eq(table.status, 'open'), gte(table.date, today), lte(table.date, addDays(today, days)))
/** The filter `tank:7` or `tank:7:next_test`. */
function isAbout(subject: string) {
  const [kind, id, field] = subject.split(':')
  return and(
    sql`${table.subject_type} = ${kind}`,
    eq(table.subject_id, Number(id)),
    field === undefined ? undefined : eq(table.subject_field, field),
  )
}
const sorts = {
  todo: sql`(${table.status} <> 'open')`,
  date: table.date,
  type: inWords(table.type, expirationTypes),
  message: table.message,
  station: stations.code,
  periodicity: inWords(table.periodicity, periodicities),
  status: inWords(table.status, expirationStatuses),
}
/** Expirations without a station are written only by those who may write in all stations. */
const writesAll = (user: User) => allows('exp.write', networkWide(user))

type Input = v.InferOutput<typeof contract.list.query>
function filtered(input: Input, { user, now }: Context): SQL | undefined {
  const today = dayInRome(now)
  const { type, status, station_id, late, due, subject } = input
  return and(
    expirationScope(user),
    ...wordsOf(input.search ?? input.query).map((word) =>
      or(
        has(foldedText(table.message), word),
        sql`${table.station_id} in (select ${stations.id} from ${stations} where ${has(stations.search_text, word)})`,
      ),
    ),
    input.from ? gte(table.date, input.from) : undefined,
    input.to ? lte(table.date, input.to) : undefined,
    type?.length ? inArray(table.type, type) : undefined,
    status?.length ? inArray(table.status, status) : undefined,
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
    late === undefined ? undefined : sql`${isLate(today)} = ${late}`,
    due?.length ? or(...due.map((one) => (one === 'late' ? isLate(today) : dueWithin(today, Number(one))))) : undefined,
    subject?.length ? or(...subject.map(isAbout)) : undefined,
  )
}
const columns = ({ user, now }: Context) => ({
  ...getTableColumns(table),
  station: { id: stations.id, code: stations.code, name: stations.name },
  late: isLate(dayInRome(now)),
  ...grantColumns(user),
})
/** Replaces the caller's hold on the station by `writable`. */
function withWritable<T extends { assigned: boolean; given: string | null; station: object | null }>(
  { assigned, given, ...row }: T,
  user: User,
) {
  const writable = row.station ? mayWriteStation(user, { assigned, given }, 'exp.write') : writesAll(user)
  return { ...row, writable }
}

async function read(id: number, context: Context): Promise<Expiration> {
  const { db, user } = context
  const [row] = await db
    .select({ ...columns(context), done_by: { id: doer.id, name: doer.name } })
    .from(table)
    .leftJoin(stations, eq(stations.id, table.station_id))
    .leftJoin(doer, eq(doer.id, table.done_by))
    .where(and(eq(table.id, id), expirationScope(user)))
  if (!row) throw problem.notFound()
  const step = { id: table.id, date: table.date, status: table.status, done_at: table.done_at }
  // Follows `parent_id` in both directions.
  const chain = sql`(with recursive before(id, parent_id) as (
      select id, parent_id from expirations where id = ${id}
      union select e.id, e.parent_id from expirations e join before b on e.id = b.parent_id
    ), after(id) as (
      select ${id}::int union select e.id from expirations e join after a on e.parent_id = a.id
    ) select id from before union select id from after)`
  const occurrences = await db
    .select(step)
    .from(table)
    .where(and(sql`${table.id} in ${chain}`, sql`${table.id} <> ${id}`))
    .orderBy(sql`${table.date} desc`, sql`${table.id} desc`)
  const own = await db
    .select()
    .from(files)
    .where(and(eq(files.owner_type, OWNER_TYPE), eq(files.owner_id, id)))
    .orderBy(files.id)
  return { ...withWritable(row, user), occurrences, files: own }
}
/**
 * Reads and locks an expiration that the caller may write.
 * @param closed whether it may be completed or cancelled already
 * @throws 404, 403, 409 with the current record if `rev` is old, 409 if it is closed
 */
async function needWritable({ id, rev }: { id: number; rev: number | undefined }, context: Context, closed = false): Promise<Row> {
  const { db, user } = context
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  if (!row) throw problem.notFound()
  const now = await read(id, context)
  if (!now.writable) throw problem.forbidden()
  if (row.station_id) await needStation(db, user, row.station_id, 'exp.write')
  if (isOlder(rev, row.rev)) throw problem.stale(now)
  if (!closed && row.status !== 'open') throw problem.conflict(`La scadenza è già ${row.status === 'done' ? 'completata' : 'annullata'}.`)
  return row
}
async function save(before: Row, set: Partial<Row>, context: Context): Promise<void> {
  const { db, user, now, history } = context
  const [after] = await db
    .update(table)
    .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(table.id, before.id))
    .returning()
  await history('expiration', before.id, set.status ? 'status' : 'updated', before, after)
}
/** Checks the station; leaving it empty is allowed only to those who may write in all stations. */
async function needWritableStation(station_id: number | null | undefined, { db, user }: Context): Promise<void> {
  if (station_id) return needStation(db, user, station_id, 'exp.write')
  refuse({ station_id: writesAll(user) ? undefined : messages.required('Punto vendita') })
}
const awake = { snoozed_until: null, snooze_reason: null }
const closedNow = ({ user, now }: Context) => ({ closed_at: now.toISOString(), done_by: user.id })

export default implement(contract, {
  list: exportableList((input, context) => {
    const { db, user } = context
    const asked = input.sort ?? contract.list.order
    const { joins, sorts: ranks } = ranksOf(asked, { station: { by: table.station_id, id: stations.id, text: stations.name } })
    const source = sql`${from}${joins}`
    const order = ordering(asked, { ...sorts, ...ranks }, table.id)
    return {
      ...{
        id: table.id,
        from: source,
        where: filtered(input, context),
        order,
        facets: { type: table.type, status: table.status, date: table.date },
      },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ ...columns(context), in_all })
          .from(table)
          .leftJoin(stations, eq(stations.id, table.station_id))
          .where(onPage(table.id, where, order, limit, offset, source))
          .orderBy(...ordering(asked, sorts, table.id))
        return rows.map((row) => withWritable(row, user))
      },
    }
  }),
  get: ({ id }, context) => read(id, context),
  async create(input, context) {
    await needWritableStation(input.station_id, context)
    const { db, user, history, audit } = context
    const [made] = await db
      .insert(table)
      .values({ ...input, created_by: user.id, updated_by: user.id })
      .returning()
    audit({ entity_id: made!.id })
    await history('expiration', made!.id, 'created', null, made)
    return read(made!.id, context)
  },
  async update({ id, rev, ...given }, context) {
    const before = await needWritable({ id, rev }, context)
    const moved = (name: 'type' | 'station_id') => before.subject_id && given[name] !== undefined && given[name] !== before[name]
    const fixed = 'Si cambia nella scheda di ciò a cui la scadenza si riferisce.'
    const dated = given.date !== undefined && given.date !== before.date && !followsExpiration(before)
    refuse({
      type: moved('type') ? fixed : undefined,
      station_id: moved('station_id') ? fixed : undefined,
      date: dated ? fixed : undefined,
    })
    if (given.station_id !== undefined) await needWritableStation(given.station_id, context)
    // Another date is reminded of anew.
    const redated = !!given.date && given.date !== before.date
    await save(before, { ...given, ...(redated && { cadence_day: null, ...(before.snoozed_until && awake) }) }, context)
    if (redated) await writeSubject(before, { next: given.date }, context)
    return read(id, context)
  },
  /** An open expiration in the future is deleted. One that is past or closed is cancelled instead, so that a trace stays. */
  async remove({ id }, context) {
    const { db, now, history } = context
    const [stored] = await db.select({ rev: table.rev }).from(table).where(eq(table.id, id))
    if (!stored) return undefined
    const before = await needWritable({ id, rev: stored.rev }, context, true)
    if (before.status === 'cancelled') return undefined
    if (before.status === 'open' && before.date >= dayInRome(now)) {
      await db.delete(table).where(eq(table.id, id))
      await db.delete(files).where(and(eq(files.owner_type, OWNER_TYPE), eq(files.owner_id, id)))
      await history('expiration', id, 'deleted', before, null)
    } else
      await save(before, { status: 'cancelled', cancel_reason: 'Eliminata.', ...(before.status === 'open' && closedNow(context)) }, context)
    return undefined
  },
  async complete({ id, rev, done_at, done_note, keep_cadence }, context) {
    const { db, user, now, history } = context
    const before = await needWritable({ id, rev }, context)
    refuse({ done_at: done_at > dayInRome(now) ? 'La data di completamento non può essere nel futuro.' : undefined })
    // Extinguishers recur after months that no periodicity has: these come from the table of intervals.
    const next = nextDate(before, done_at, keep_cadence) ?? (await nextBySubject(before, keep_cadence ? before.date : done_at, db))
    await save(before, { status: 'done', done_at, done_note: done_note ?? null, ...closedNow(context) }, context)
    if (next) {
      const { type, message, periodicity, station_id, subject_type, subject_id, subject_field, notify_days, emails } = before
      const [made] = await db
        .insert(table)
        .values({
          ...{ type, message, periodicity, station_id, subject_type, subject_id, subject_field, notify_days, emails },
          ...{ notification_group_id: before.notification_group_id, date: next, parent_id: id, created_by: user.id, updated_by: user.id },
          cadence_day: keep_cadence ? cadenceDay(before, next) : null,
        })
        .returning()
      await history('expiration', made!.id, 'created', null, made)
    }
    await writeSubject(before, { next: next ?? null, last: done_at }, context)
    return read(id, context)
  },
  // Files are also added to completed expirations, because a certificate may come later.
  ...attachmentsOf<{ id: number }>(
    OWNER_TYPE,
    ({ id }, context) => read(id, context),
    async ({ id }, context) => {
      if (!(await read(id, context)).writable) throw problem.forbidden()
    },
  ),
  async cancel({ id, rev, cancel_reason }, context) {
    await save(await needWritable({ id, rev }, context), { status: 'cancelled', cancel_reason, ...closedNow(context) }, context)
    return read(id, context)
  },
  async reopen({ id, rev }, context) {
    const { db, user, now, history } = context
    const before = await needWritable({ id, rev }, context, true)
    if (before.status === 'open') throw problem.conflict('La scadenza è già da fare.')
    if (before.done_by !== user.id && !user.roles.includes('superAdmin')) throw problem.forbidden()
    if (before.closed_at && before.closed_at < new Date(now.getTime() - REOPEN_DAYS * 86_400_000).toISOString())
      throw problem.conflict(`La scadenza si può riaprire entro ${REOPEN_DAYS} giorni.`)
    const [next] = await db.select().from(table).where(eq(table.parent_id, id)).for('update')
    if (next && (next.rev > 1 || next.status !== 'open'))
      throw problem.conflict('La scadenza successiva è già stata modificata: non si può riaprire questa.')
    if (next) {
      await db.delete(table).where(eq(table.id, next.id))
      await history('expiration', next.id, 'deleted', next, null)
    }
    const { subject_type, subject_id, subject_field } = before
    const other =
      subject_id &&
      (await db.$count(
        table,
        and(
          eq(table.subject_type, subject_type!),
          eq(table.subject_id, subject_id),
          eq(table.subject_field, subject_field!),
          eq(table.status, 'open'),
        ),
      ))
    if (other) throw problem.conflict('Della stessa data c’è già un’altra scadenza da fare.')
    await save(before, { status: 'open', done_at: null, closed_at: null, done_by: null, done_note: null, cancel_reason: null }, context)
    await writeSubject(before, { next: before.date }, context)
    return read(id, context)
  },
  async snooze({ id, rev, snoozed_until, snooze_reason }, context) {
    const before = await needWritable({ id, rev }, context)
    const today = dayInRome(context.now)
    refuse({
      snoozed_until:
        snoozed_until <= today
          ? 'Scegliere un giorno dopo oggi.'
          : snoozed_until > addDays(today, SNOOZE_DAYS)
            ? `I promemoria si sospendono al massimo per ${SNOOZE_DAYS} giorni.`
            : undefined,
    })
    await save(before, { snoozed_until, snooze_reason }, context)
    return read(id, context)
  },
  async wake({ id, rev }, context) {
    const before = await needWritable({ id, rev }, context)
    // Taken up again by somebody else meanwhile, they are as wanted.
    if (before.snoozed_until) await save(before, awake, context)
    return read(id, context)
  },
  ...calendarFeed,
})
