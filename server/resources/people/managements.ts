import { and, desc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Output, Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { managements as contract, managementTypes } from '../../../src/contract/people/managements.ts'
import {
  EXPIRING_DAYS,
  type ManagementAction,
  managementErrors,
  managementStatus,
  mayDo,
} from '../../../src/rules/people/management-states.ts'
import { maskPersonal } from '../../../src/rules/people/personal-data.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { inWords } from '../../db/folded.ts'
import { cash_funds, management_obligations, management_remunerations, managements as table } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { ranksOf } from '../../lib/tables/ranks.ts'
import { has, matches, onPage, ordering, wordsOf } from '../../lib/tables/table.ts'
import { cancelExpirationsAbout, syncExpiration } from '../expirations/sync-expiration.ts'
import { grantColumns, mayWriteStation, needStation } from '../stations/scope.ts'
import { alignAccount, verification } from './account.ts'
import { addCash, cashBalance } from './cash.ts'
import { stateOn, syncObligations } from './management-obligations.ts'
import { syncManagerExpirations } from './managers.ts'
import { logReveal, maskedHistory } from './personal.ts'
import { addRemuneration } from './remuneration.ts'
import { lockManagement, type Management, managementScope, managerScope, moneyScope } from './scope.ts'

type Record = Output<typeof contract.get>
const KIND = 'management'
const OVERLAPS = 'Esiste già una gestione attiva per questo punto vendita nel periodo indicato.'
const CASH_FIRST = 'Registrare prima la restituzione del fondo cassa.'
/** The state on a day, as `managementStatus` says it. */
const stateSql = (today: string) => sql<Record['status']>`case when ${table.ended_at} <= ${today}::date then 'ended'
  when ${table.from} > ${today}::date then 'future' when ${table.expirationManager} < ${today}::date then 'expired'
  when ${table.expirationManager} <= ${addDays(today, EXPIRING_DAYS)}::date then 'expiring' else 'active' end`
const station = { id: stations.id, code: stations.code, name: stations.name }
const manager = { id: managers.id, name: managers.name, lastname: managers.lastname }
const columns = ({ user, now }: Context) => ({
  ...getTableColumns(table),
  ...{ station, manager, status: stateSql(dayInRome(now)) },
  ...grantColumns(user),
})
const from = sql`${table} inner join ${stations} on ${eq(stations.id, table.station_id)} inner join ${managers} on ${eq(managers.id, table.manager_id)}`
const sorts = {
  from: table.from,
  station: stations.code,
  manager: managers.lastname,
  expirationManager: table.expirationManager,
  businessName: table.businessName,
  type: inWords(table.type, managementTypes),
}
const withWritable = <T extends { assigned: boolean; given: string | null }>({ assigned, given, ...row }: T, { user }: Context) => ({
  ...row,
  writable: mayWriteStation(user, { assigned, given }, 'mgmt.write'),
})

type Input = v.InferOutput<typeof contract.list.query>
function filtered(input: Input, { user, now }: Context): SQL | undefined {
  const today = dayInRome(now)
  const { station_id, manager_id, type, status, expiring } = input
  const expires = sql`coalesce(${stateSql(today)} in ('expiring', 'expired'), false)`
  return and(
    managementScope(user),
    ...wordsOf(input.search ?? input.query).map((word) =>
      or(
        matches(word, table.businessName, table.piva),
        sql`${table.station_id} in (select s.id from ${stations} s where ${has(sql`s.search_text`, word)})`,
        sql`${table.manager_id} in (select m.id from ${managers} m where ${matches(word, sql`m.lastname`, sql`m.name`)})`,
      ),
    ),
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
    manager_id?.length ? inArray(table.manager_id, manager_id) : undefined,
    type?.length ? inArray(table.type, type) : undefined,
    status?.length ? inArray(stateSql(today), status) : undefined,
    expiring === undefined ? undefined : sql`${expires} = ${expiring}`,
  )
}

async function read(id: number, context: Context): Promise<Record> {
  const { db, user, now } = context
  const today = dayInRome(now)
  const [row] = await db
    .select(columns(context))
    .from(table)
    .innerJoin(stations, eq(stations.id, table.station_id))
    .innerJoin(managers, eq(managers.id, table.manager_id))
    .where(and(eq(table.id, id), managementScope(user)))
  if (!row) throw problem.notFound()
  const { rows: obligations } = (await db.execute(sql`select o.id, o.obligation_id, c.name, o.due_date::text, o.status from (
      select *, ${stateOn(today)} as status from ${management_obligations} where ${eq(management_obligations.management_id, id)}) o
      join obligations c on c.id = o.obligation_id order by o.due_date nulls last, c.position, o.id`)) as unknown as {
    rows: Record['obligations']
  }
  const money = await moneyOf(id, context)
  return { ...maskPersonal(withWritable(row, context)), ...money, obligations } as Record
}
/** Cash and remuneration, for callers who may see money. */
async function moneyOf(id: number, { db, user, now }: Context): Promise<Pick<Record, 'cashFund' | 'cash_balance' | 'remuneration'>> {
  if (!(await db.$count(table, and(eq(table.id, id), moneyScope(user))))) return { cashFund: null, cash_balance: null, remuneration: null }
  const { id: cash, cashFundAmount, cashFundDate, kind } = cash_funds
  const [latest] = await db
    .select({ id: cash, cashFundAmount, cashFundDate, kind })
    .from(cash_funds)
    .where(eq(cash_funds.management_id, id))
    .orderBy(desc(cashFundDate), desc(cash))
    .limit(1)
  const version = management_remunerations
  const [current] = await db
    .select({ id: version.id, fixed: version.fixed, perLiter: version.perLiter, valid_from: version.valid_from })
    .from(version)
    .where(and(eq(version.management_id, id), lte(version.valid_from, dayInRome(now))))
    .orderBy(desc(version.valid_from))
    .limit(1)
  return { cashFund: latest ?? null, cash_balance: await cashBalance(db, id), remuneration: current ?? null }
}

/** The exclusion constraint of the database decides, whatever else is written meanwhile. @throws 409 */
async function apart<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = ((error as { cause?: object }).cause ?? {}) as { code?: string; constraint?: string }
    if (code === '23P01' && constraint === 'managements_no_overlap') throw problem.conflict(OVERLAPS)
    throw error
  }
}
/** A management for which the state allows an action, locked. @throws 404, 403, 409 with the current record if `rev` is old, 409 if it is not allowed */
async function lock(
  { id, rev }: { id: number; rev?: number | undefined },
  action: ManagementAction,
  context: Context,
): Promise<Management> {
  const row = await lockManagement(id, context, 'mgmt.write')
  if (rev !== undefined && rev !== row.rev) throw problem.stale(await read(id, context))
  const status = managementStatus(row, dayInRome(context.now))
  if (!mayDo(action, { status, ended_at: row.ended_at })) throw problem.conflict('La gestione è cessata.')
  return row
}
async function save(before: Management, set: Partial<Management>, context: Context, event: 'updated' | 'status' = 'updated') {
  const { db, user, now } = context
  const [after] = await apart(() =>
    db
      .update(table)
      .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, before.id))
      .returning(),
  )
  await maskedHistory(context).history(KIND, before.id, event, before, after)
  await follow(after!, context)
  return after!
}
/** What follows from a management: the expiration of the contract, and whose stations see those of the manager's documents. */
async function follow(row: Management, context: Context): Promise<void> {
  const [who] = await context.db.select().from(managers).where(eq(managers.id, row.manager_id))
  if (row.deleted_at) await cancelExpirationsAbout(KIND, row.id, context)
  else
    await syncExpiration(
      {
        ...{ subject_type: KIND, subject_id: row.id, field: 'expirationManager', type: 'contratto', station_id: row.station_id },
        ...{ date: row.ended_at ? null : row.expirationManager, periodicity: 'once', notify_days: [90, 30, 0] },
        message: `Fine della gestione: ${row.businessName} (${who!.lastname} ${who!.name})`.slice(0, 500),
      },
      context,
    )
  await syncManagerExpirations(who!, context)
}
/** Ends a locked management; what is open of its obligations ends with it. */
async function end(
  before: Management,
  ending: { ended_at: string; end_reason: string; return_cash?: boolean | undefined },
  context: Context,
) {
  const { ended_at, end_reason, return_cash } = ending
  refuse({
    ended_at: ended_at < before.from ? 'La data di fine deve essere successiva alla data di inizio.' : undefined,
    // Until that day the cash is still held, and no movement is of a day to come.
    return_cash: return_cash && ended_at > dayInRome(context.now) ? 'La restituzione si registra dal giorno della cessazione.' : undefined,
  })
  const balance = return_cash ? await cashBalance(context.db, before.id) : 0
  if (balance > 0) {
    if (!allows('mgmt.fin', context.user)) throw problem.forbidden()
    await addCash(
      before,
      { kind: 'restituzione', cashFundAmount: balance, cashFundDate: ended_at, note: 'Cessazione della gestione' },
      context,
    )
  }
  return save(before, { ended_at, end_reason }, context, 'status')
}

type New = Parsed<typeof contract.create, never>
async function create({ cash, first_remuneration, given_obligations, replaces, ...fields }: New, context: Context): Promise<Record> {
  const { db, user, audit } = context
  await needStation(db, user, fields.station_id, 'mgmt.write')
  // One at a time at each station: two that overlap would wait for each other at the constraint.
  const [place] = await db.select().from(stations).where(eq(stations.id, fields.station_id)).for('no key update')
  if (place!.status === 'dismissed') throw problem.conflict('Il punto vendita è dismesso.')
  const known = await db.$count(managers, and(eq(managers.id, fields.manager_id), managerScope(user)))
  refuse({ ...managementErrors(fields), manager_id: known ? undefined : messages.exists('Gestore') })
  if ((cash || first_remuneration) && !allows('mgmt.fin', user)) throw problem.forbidden()
  if (replaces) {
    const before = await lock(replaces, 'end', context)
    if (before.station_id !== fields.station_id) throw problem.invalid({ replaces: messages.exists('Gestione') })
    await end(before, { ended_at: fields.from, end_reason: replaces.end_reason, return_cash: replaces.return_cash }, context)
  }
  const [made] = await apart(() =>
    db
      .insert(table)
      .values({ ...fields, created_by: user.id, updated_by: user.id })
      .returning(),
  )
  audit({ entity_id: made!.id })
  await maskedHistory(context).history(KIND, made!.id, 'created', null, made)
  if (cash) {
    refuse({ 'cash.cashFundDate': cash.cashFundDate > dayInRome(context.now) ? 'Il campo Data non può essere nel futuro.' : undefined })
    await addCash(made!, { kind: 'consegna', ...cash }, context)
  }
  if (first_remuneration) await addRemuneration(made!, { ...first_remuneration, valid_from: made!.from }, context)
  if (given_obligations.length) await syncObligations(made!.id, given_obligations, context)
  await follow(made!, context)
  return read(made!.id, context)
}

export default implement(contract, {
  list: exportableList((input, context) => {
    const asked = input.sort ?? contract.list.order
    const { joins, sorts: ranks } = ranksOf(asked, {
      station: { by: table.station_id, id: stations.id, text: stations.name },
      manager: { by: table.manager_id, id: managers.id, text: managers.lastname },
    })
    const source = sql`${from}${joins}`
    const order = ordering(asked, { ...sorts, ...ranks }, table.id)
    return {
      ...{ id: table.id, from: source, where: filtered(input, context), order },
      async rows({ where, in_all, limit, offset }) {
        const rows = await context.db
          .select({ ...columns(context), in_all })
          .from(table)
          .innerJoin(stations, eq(stations.id, table.station_id))
          .innerJoin(managers, eq(managers.id, table.manager_id))
          .where(onPage(table.id, where, order, limit, offset, source))
          .orderBy(...ordering(asked, sorts, table.id))
        return rows.map((row) => maskPersonal(withWritable(row, context)))
      },
    }
  }),
  get: ({ id }, context) => read(id, context),
  create,
  async update({ id, rev, ...given }, context) {
    const before = await lock({ id, rev }, 'edit', context)
    const moved = (name: 'station_id' | 'manager_id') => given[name] !== undefined && given[name] !== before[name]
    const fixed = 'Per cambiarlo creare una nuova gestione.'
    refuse({
      ...managementErrors({ ...before, ...given }),
      station_id: moved('station_id') ? fixed : undefined,
      manager_id: moved('manager_id') ? fixed : undefined,
    })
    await save(before, given, context)
    return read(id, context)
  },
  async remove({ id }, context) {
    const { db, now, user } = context
    if (!(await db.$count(table, and(eq(table.id, id), isNull(table.deleted_at))))) return undefined
    const before = await lock({ id }, 'remove', context)
    if ((await cashBalance(db, id)) !== 0) throw problem.conflict(CASH_FIRST)
    const done = await db.$count(
      management_obligations,
      and(eq(management_obligations.management_id, id), sql`${management_obligations.last_done_at} is not null`),
    )
    if (done) throw problem.conflict(`Impossibile eliminare: ${done} obblighi adempiuti collegati.`)
    const [after] = await db
      .update(table)
      .set({ deleted_at: now.toISOString(), updated_at: now.toISOString(), updated_by: user.id, rev: before.rev + 1 })
      .where(eq(table.id, id))
      .returning()
    await maskedHistory(context).history(KIND, id, 'deleted', before, null)
    await follow(after!, context)
    return undefined
  },
  verification: ({ stationId, id }, context) => verification(stationId, id, context),
  async renew({ id, rev, expirationManager }, context) {
    const before = await lock({ id, rev }, 'renew', context)
    const later = !before.expirationManager || expirationManager > before.expirationManager
    refuse({
      ...managementErrors({ ...before, expirationManager }),
      ...(later ? {} : { expirationManager: 'La nuova scadenza deve essere successiva a quella attuale.' }),
    })
    await save(before, { expirationManager }, context)
    return read(id, context)
  },
  async end({ id, rev, ...ending }, context) {
    await end(await lock({ id, rev }, 'end', context), ending, context)
    return read(id, context)
  },
  async align({ id }, context) {
    const { manager_id } = await lockManagement(id, context, 'mgmt.write')
    return alignAccount(manager_id, context)
  },
  async reveal({ id, reason }, context) {
    const [row] = await context.db
      .select({ fiscalCode: table.fiscalCode, iban: table.iban })
      .from(table)
      .where(and(eq(table.id, id), managementScope(context.user)))
    if (!row) throw problem.notFound()
    await logReveal(KIND, id, reason, context)
    return row
  },
})
