import { and, eq } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { readOrder, seesOrder } from './read-order.ts'

/** A person as the rules of orders see one. */
export const personOf = (user: User) => ({ id: user.id, admin: allows('eco.admin', user) })
/** The order, locked for the transaction that will write it. @throws 404, 409 with the current order if `rev` is old */
export async function needOrder({ id, rev }: { id: number; rev?: number | undefined }, context: Context) {
  const [before] = await context.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), seesOrder(context.user)))
    .for('update')
  if (!before) throw problem.notFound()
  const order = await readOrder(id, context)
  if (rev !== undefined && rev !== before.rev) throw problem.stale(order)
  return { before, order }
}
