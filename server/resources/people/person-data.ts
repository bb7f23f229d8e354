import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type ErasureGround, erasureGrounds } from '../../../src/contract/kernel/erasure.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { managementTypes } from '../../../src/contract/people/managements.ts'
import { personData as contract, keptOfPerson } from '../../../src/contract/people/person-data.ts'
import { peopleHistory } from '../../../src/rules/people/history.ts'
import { fieldLabel, formatField } from '../../../src/rules/shared/history-format.ts'
import { italianDay, romeMoment } from '../../../src/rules/shared/italian.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files, model_history } from '../../db/schema/core/system.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers, station_employees } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { endSessionsOf, spendLinks } from '../../lib/core/sessions.ts'
import { personalDataFile } from '../../lib/files/personal-data.ts'
import { needStation } from '../stations/scope.ts'
import { logFileRead, type PersonKind, syncPersonExpirations } from './personal.ts'
import { employeeScope, managementScope, managerScope } from './scope.ts'

const tables = { manager: managers, station_employee: station_employees } as const
const titles = { manager: 'Gestore', station_employee: 'Dipendente' } as const

/** The person in full. @throws 404 out of the caller's reach */
async function find(kind: PersonKind, id: number, { db, user }: Context, lock = false) {
  const scope = kind === 'manager' ? managerScope(user) : employeeScope(user)
  const table = tables[kind]
  const asked = db
    .select()
    .from(table as typeof managers)
    .where(and(eq(table.id, id), scope))
  const [row] = await (lock ? asked.for('update') : asked)
  if (!row) throw problem.notFound()
  return row as typeof row & Partial<Pick<typeof station_employees.$inferSelect, 'manager_id' | 'station_id' | 'left_at'>>
}
/** The managements of a manager; `reach`: those that a person may read. */
const contractsOf = (id: number, { db }: Context, reach?: SQL) =>
  db
    .select({ management: managements, station: { code: stations.code, name: stations.name } })
    .from(managements)
    .innerJoin(stations, eq(stations.id, managements.station_id))
    .where(and(eq(managements.manager_id, id), isNull(managements.deleted_at), reach))
    .orderBy(asc(managements.from))

/** Manager and station of an employee, in words. */
async function namesOf(person: { manager_id?: number; station_id?: number | null }, db: Context['db']): Promise<Record<string, string>> {
  const { manager_id = 0, station_id } = person
  const [manager] = await db.select({ name: managers.name, lastname: managers.lastname }).from(managers).where(eq(managers.id, manager_id))
  const [station] = await db
    .select({ code: stations.code, name: stations.name })
    .from(stations)
    .where(eq(stations.id, station_id ?? 0))
  return {
    ...(manager && { manager_id: `${manager.lastname} ${manager.name}` }),
    ...(station && { station_id: `${station.code} ${station.name}` }),
  }
}

/** All that is kept about a person and that the caller may read: record, documents, contracts, account and changes; never a password. */
async function archive(kind: PersonKind, { id, format }: { id: number; format: 'json' | 'pdf' }, context: Context) {
  const { db, now } = context
  const person = await find(kind, id, context)
  const contracts = kind === 'manager' ? await contractsOf(id, context, managementScope(context.user)) : []
  const [account] = person.user_id
    ? await db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          phone: users.phone,
          fiscalCode: users.fiscalCode,
          roles: users.roles,
        })
        .from(users)
        .where(eq(users.id, person.user_id))
    : []
  const documents = await db
    .select({ id: files.id, name: files.name, category: files.category, expiration: files.expiration, created_at: files.created_at })
    .from(files)
    .where(and(eq(files.owner_type, kind), eq(files.owner_id, id)))
    .orderBy(asc(files.id))
  const changes = await db
    .select()
    .from(model_history)
    .where(and(eq(model_history.model, kind), eq(model_history.model_id, id)))
    .orderBy(asc(model_history.id))
  const all = { generated_at: now.toISOString(), person, account: account ?? null, contracts, documents, changes }
  const labels = peopleHistory[kind]
  const fields = Object.keys(person).filter((name) => name in labels.update.body!.entries && name !== 'rev')
  const named = await namesOf(person, db)
  await logFileRead(contract[kind === 'manager' ? 'manager' : 'employee'], { id }, context)
  return personalDataFile(db, format, `${titles[kind].toLowerCase()}-${id}`, all, {
    title: `Dati di ${person.lastname} ${person.name}`,
    made: romeMoment(all.generated_at),
    facts: fields.map((name) => {
      const value: unknown = person[name as keyof typeof person]
      return [fieldLabel(labels, name), value === null || value === '' ? '–' : (named[name] ?? formatField(labels, name, value))]
    }),
    tables: [
      ...(kind === 'manager'
        ? [
            {
              ...{ title: 'Gestioni', head: ['Punto vendita', 'Tipo', 'Dal', 'Scadenza', 'Ragione sociale'] },
              rows: contracts.map(({ management: { type, from, expirationManager, businessName }, station }) => [
                ...[
                  `${station.code} ${station.name}`,
                  managementTypes[type],
                  italianDay(from),
                  expirationManager ? italianDay(expirationManager) : '–',
                  businessName,
                ],
              ]),
            },
          ]
        : []),
      {
        ...{ title: 'Documenti', head: ['Nome', 'Caricato il', 'Scadenza'] },
        rows: documents.map(({ name, created_at, expiration }) => [
          name,
          romeMoment(created_at),
          expiration ? italianDay(expiration) : '–',
        ]),
      },
      { title: 'Account', head: ['Nome', 'Email'], rows: account ? [[account.name, account.email]] : [] },
    ],
  })
}

/** What must be over before a person can be forgotten. */
async function needOver(kind: PersonKind, person: Awaited<ReturnType<typeof find>>, ground: ErasureGround, context: Context) {
  const today = dayInRome(context.now)
  if (kind === 'station_employee') {
    if (!person.left_at || person.left_at > today) throw problem.conflict('Il dipendente è in servizio: indicare prima la data di fine.')
    return
  }
  const contracts = await contractsOf(person.id, context)
  if (contracts.some(({ management: { ended_at } }) => !ended_at || ended_at > today))
    throw problem.conflict('Cessare prima le gestioni attive.')
  if (contracts.length && ground === 'nessuno')
    throw problem.conflict('Ci sono contratti di gestione, che si conservano 10 anni: scegliere un altro motivo.')
}
/** What names a person or leads to one; the columns that must be filled get a dash. */
const ERASED = {
  ...{ name: '–', lastname: '–', fiscalCode: '–', phone: '–', email: '–', bornDate: null, bornIn: null, residence: null },
  ...{ identityCard: null, identityCardExpiration: null, expiration: null, note: null },
} as const
/** The history of records forgets fields of them. */
const forget = ({ db }: Context, model: HistoryModel, ids: readonly number[], names: readonly string[]) => {
  const gone = sql`${`{${names.join()}}`}::text[]`
  return db
    .update(model_history)
    .set({ old: sql`${model_history.old} - ${gone}`, new: sql`${model_history.new} - ${gone}` })
    .where(and(eq(model_history.model, model), inArray(model_history.model_id, [...ids, 0])))
}
/** The account of somebody who was a manager and nothing else goes with the person. */
async function eraseAccount(id: number, context: Context) {
  const { db, now, user } = context
  const [account] = await db.select().from(users).where(eq(users.id, id)).for('update')
  if (!account || account.permissions.length || account.roles.some((role) => role !== 'manager' && role !== 'worker')) return
  const at = now.toISOString()
  await db
    .update(users)
    .set({
      ...{ name: 'Utente cancellato', email: `cancellato-${id}@invalid`, phone: null, fiscalCode: null, enabled: 0 },
      ...{ deleted_at: at, rev: account.rev + 1, updated_at: at, updated_by: user.id },
    })
    .where(eq(users.id, id))
  await endSessionsOf(db, id)
  await spendLinks(context, id)
  await forget(context, 'user', [id], ['name', 'email', 'phone', 'fiscalCode'])
  await context.history('user', id, 'deleted', { enabled: account.enabled, rev: account.rev }, null)
}
async function erase(kind: PersonKind, { id, ground }: { id: number; ground: ErasureGround }, context: Context) {
  const { db, now, user } = context
  const person = await find(kind, id, context, true)
  if (person.station_id) await needStation(db, user, person.station_id, 'mgmt.write')
  await needOver(kind, person, ground, context)
  const erased = Object.fromEntries(Object.entries(ERASED).filter(([name]) => !keptOfPerson[ground].includes(name)))
  const unnamed = ground === 'nessuno' && { lastname: `${titles[kind]} cancellato ${id}` }
  const at = now.toISOString()
  const stamp = { rev: person.rev + 1, updated_at: at, updated_by: user.id }
  if (kind === 'manager')
    await db
      .update(managers)
      .set({ ...erased, ...unnamed, ...stamp, user_id: null, deleted_at: at })
      .where(eq(managers.id, id))
  else
    await db
      .update(station_employees)
      .set({ ...erased, ...unnamed, ...stamp, ...('phone' in erased && { phone: null, email: null }) })
      .where(eq(station_employees.id, id))
  if (person.user_id) await eraseAccount(person.user_id, context)
  if (ground !== 'contenzioso') await db.delete(files).where(and(eq(files.owner_type, kind), eq(files.owner_id, id)))
  // Their names go first: the history of the cancelled ones is written with what they say then.
  const due = await db
    .update(expirations)
    .set({ message: 'Documento di una persona cancellata' })
    .where(and(eq(expirations.subject_type, kind), eq(expirations.subject_id, id)))
    .returning({ id: expirations.id })
  await forget(
    context,
    'expiration',
    due.map((one) => one.id),
    ['message'],
  )
  await syncPersonExpirations(kind, person, { station_id: null, gone: true }, context)
  await forget(context, kind, [id], Object.keys(erased))
  await context.history(kind, id, 'deleted', { rev: person.rev, reason: `Dati cancellati. ${erasureGrounds[ground]}` }, null)
  context.audit({ action: 'eliminazione', entity: `${kind}s`, entity_id: id })
  return undefined
}

export default implement(contract, {
  manager: (input, context) => archive('manager', input, context),
  employee: (input, context) => archive('station_employee', input, context),
  eraseManager: (input, context) => erase('manager', input, context),
  eraseEmployee: (input, context) => erase('station_employee', input, context),
})
