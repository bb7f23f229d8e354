import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import type { managements as contract } from '../../../src/contract/people/managements.ts'
import { isSameName, mayAlign } from '../../../src/rules/people/manager-account.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { push_subscriptions } from '../../db/schema/notifications/notifications.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { endSessionsByRights } from '../../lib/core/sessions.ts'
import { NOT_SENT } from '../../lib/jobs/mail.ts'
import { inStations } from '../stations/scope.ts'
import { maskedHistory } from './personal.ts'
import { managerScope } from './scope.ts'
import { lockUsers, mailRightsChange, sendLink } from './users.ts'

type Manager = typeof managers.$inferSelect
/** The account of a manager: the linked one, else that with the same codice fiscale, else that with the same address. */
async function accountOf(manager: Pick<Manager, 'user_id' | 'fiscalCode' | 'email'>, { db }: Pick<Context, 'db'>) {
  const { user_id, fiscalCode, email } = manager
  const rank = sql`case when ${users.id} = ${user_id ?? 0} then 0 when ${users.fiscalCode} = ${fiscalCode} then 1 else 2 end`
  const [found] = await db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        user_id ? eq(users.id, user_id) : or(eq(users.fiscalCode, fiscalCode), eq(sql`lower(${users.email})`, email.toLowerCase())),
      ),
    )
    .orderBy(rank, users.id)
    .limit(1)
  return found
}
const none = {
  ...{ exists: false, active: false, hasManagerRole: false, hasStation: false, hasToken: false, isSameName: false, isSameCf: false },
}

/** What of a manager's account is as it should be for a station. Of an unknown manager, or a station out of reach, everything is false. */
export async function verification(station_id: number, manager_id: number, context: Context) {
  const { db, user, now } = context
  const [manager] = await db
    .select()
    .from(managers)
    .where(and(eq(managers.id, manager_id), managerScope(user)))
  const reached = inStations(user, sql`${station_id}::int`)
  const seen = !reached || ((await db.execute(sql`select 1 where ${reached}`)) as unknown as { rows: unknown[] }).rows.length > 0
  if (!manager || !seen) return { account: none, manager_exists: false }
  const account = await accountOf(manager, context)
  if (!account) return { account: none, manager_exists: true }
  const listed = await db.$count(station_acl, and(eq(station_acl.station_id, station_id), eq(station_acl.user_id, account.id)))
  const running = await db.$count(
    managements,
    and(
      ...[eq(managements.station_id, station_id), eq(managements.manager_id, manager_id), isNull(managements.deleted_at)],
      sql`${managements.from} <= ${dayInRome(now)}::date and (${managements.ended_at} is null or ${managements.ended_at} > ${dayInRome(now)}::date)`,
    ),
  )
  return {
    manager_exists: true,
    account: {
      ...{ exists: true, active: account.enabled === 1, hasManagerRole: account.roles.includes('manager') },
      hasStation: listed > 0 || (running > 0 && manager.user_id === account.id && account.roles.includes('manager')),
      hasToken: (await db.$count(push_subscriptions, eq(push_subscriptions.user_id, account.id))) > 0,
      ...{ isSameName: isSameName(account.name, manager), isSameCf: account.fiscalCode === manager.fiscalCode },
    },
  }
}

/**
 * Makes the manager's account, or links and enables the one there is. The stations follow from the managements. An account with other rights keeps its
 * name and codice fiscale, by which payslips are found.
 * @throws 403 if the caller may not change that account, 409 if it cannot be the manager's
 */
export async function alignAccount(manager_id: number, context: Context): Promise<Output<typeof contract.align>> {
  const { db, user, now, history } = context
  await lockUsers(context)
  const [manager] = await db.select().from(managers).where(eq(managers.id, manager_id)).for('update')
  if (!manager) throw problem.notFound()
  const before = await accountOf(manager, context)
  if (before && !mayAlign(user, before)) throw problem.forbidden()
  const stamp = { updated_at: now.toISOString(), updated_by: user.id }
  const whole = { name: `${manager.name} ${manager.lastname}`, fiscalCode: manager.fiscalCode }
  let account = before
  if (!before) {
    const [made] = await db
      .insert(users)
      .values({ ...whole, email: manager.email, phone: manager.phone, roles: ['manager'], created_by: user.id, updated_by: user.id })
      .returning()
    account = made!
    await history('user', made!.id, 'created', null, accountInHistory(made!))
    await mailRightsChange({ roles: [], permissions: [] }, { ...made!, invited: true } as never, context)
    await sendLink({ email: made!.email, invited: true } as never, context)
  } else {
    const others = await db.$count(managers, and(eq(managers.user_id, before.id), ne(managers.id, manager_id), isNull(managers.deleted_at)))
    if (others) throw problem.conflict('L’account con questa email o questo codice fiscale è già di un altro gestore.')
    if (before.fiscalCode && before.fiscalCode !== manager.fiscalCode)
      throw problem.conflict('Il codice fiscale dell’account è diverso da quello del gestore: correggere prima uno dei due.')
    const simple = before.roles.every((name) => name === 'manager' || name === 'worker') && !before.permissions.length
    const roles = before.roles.includes('manager') ? before.roles : [...before.roles, 'manager' as const]
    const set = { roles, enabled: 1, ...(simple && whole) }
    if (JSON.stringify({ ...before, ...set }) !== JSON.stringify(before)) {
      const [after] = await db
        .update(users)
        .set({ ...set, ...stamp, rev: before.rev + 1 })
        .where(eq(users.id, before.id))
        .returning()
      account = after!
      await history('user', before.id, 'updated', accountInHistory(before), accountInHistory(after!))
      if (roles !== before.roles) {
        await mailRightsChange(before, after as never, context)
        await endSessionsByRights(context, before.id)
      }
    }
  }
  if (manager.user_id !== account!.id) {
    const [linked] = await db
      .update(managers)
      .set({ ...stamp, user_id: account!.id, rev: manager.rev + 1 })
      .where(eq(managers.id, manager_id))
      .returning()
    await maskedHistory(context).history('manager', manager_id, 'updated', manager, linked)
  }
  context.audit({ action: 'modifica' })
  const mail = before ? null : context.sendsMail ? `Invito inviato a ${account!.email}` : NOT_SENT
  return { user_id: account!.id, invited: account!.password_hash === null, mail }
}
/** An account as the history keeps it. */
export const accountInHistory = ({ password_hash: _, last_login_ip: __, ...account }: typeof users.$inferSelect) => account
