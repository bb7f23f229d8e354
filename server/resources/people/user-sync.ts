import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { userSync as contract } from '../../../src/contract/people/users.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { Problem, problem } from '../../lib/core/problem.ts'
import { endSessionsOf, spendLinks } from '../../lib/core/sessions.ts'
import { accountInHistory, alignAccount } from './account.ts'
import { lockUsers } from './users.ts'

/** Disables the accounts of managers who run no station any more, unless they have other rights: those of the office stay. */
async function disableOthers(running: readonly number[], context: Context) {
  const { db, user, now, history } = context
  const linked = db
    .select({ id: managers.user_id })
    .from(managers)
    .where(and(isNotNull(managers.user_id), running.length ? notInArray(managers.id, [...running]) : undefined))
  const idle = await db
    .select()
    .from(users)
    .where(
      and(
        ...[inArray(users.id, linked), eq(users.enabled, 1), isNull(users.deleted_at), ne(users.id, user.id)],
        sql`${users.roles} <@ array['manager', 'worker'] and 'manager' = any(${users.roles})`,
      ),
    )
    .for('update')
  for (const before of idle) {
    const [after] = await db
      .update(users)
      .set({ enabled: 0, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(users.id, before.id))
      .returning()
    await history('user', before.id, 'updated', accountInHistory(before), accountInHistory(after!))
    await endSessionsOf(db, before.id)
    await spendLinks(context, before.id)
  }
}

export default implement(contract, {
  async sync(_, context) {
    const { db, now } = context
    await lockUsers(context)
    const today = dayInRome(now)
    const running = await db
      .selectDistinct({ id: managers.id, name: managers.name, lastname: managers.lastname })
      .from(managers)
      .innerJoin(managements, eq(managements.manager_id, managers.id))
      .where(
        and(
          ...[isNull(managers.deleted_at), isNull(managements.deleted_at)],
          sql`${managements.from} <= ${today}::date and (${managements.ended_at} is null or ${managements.ended_at} > ${today}::date)`,
        ),
      )
      .orderBy(managers.id)
    for (const { id, name, lastname } of running)
      await alignAccount(id, context).catch((error) => {
        if (!(error instanceof Problem) || error.status !== 409) throw error
        throw problem.conflict(`Gestore ${name} ${lastname}: ${error.message}`)
      })
    await disableOthers(
      running.map(({ id }) => id),
      context,
    )
    context.audit({ action: 'comando', entity_id: null })
    return undefined
  },
})
