import { and, eq, isNull, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { deadlineError } from '../../../src/rules/inspections/non-conformities.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'

/** The rules of a plan, for a new verifica and for a changed one: who may make it, for whom and for which day. */
export const isAdmin = ({ user }: Context) => user.roles.includes('superAdmin')
/** @throws 422 for somebody who makes no verifiche, or no longer has an account */
export async function requireInspector(db: Db, id: number) {
  const able = sql`${users.roles} && array['inspection', 'superAdmin']`
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.enabled, 1), isNull(users.deleted_at), able))
  if (!found) throw problem.invalid({ inspector_id: messages.exists('Ispettore') })
}

/** @throws 422 for a day before today in Rome */
export function requireTodayOrLater(day: string, now: Date) {
  const past = deadlineError(day, dayInRome(now))
  if (past) throw problem.invalid({ scheduled_at: past })
}
