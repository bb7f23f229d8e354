import { and, asc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { card_status_history, cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { type LogContext, logCustomers } from './customer-log.ts'

export type StateContext = LogContext & Pick<Context, 'history'>
export interface StateChange {
  id: number
  denomination: string
  code: number
  /** Cards that were suspended, or are active again. */
  cards: number
}

/**
 * Activates or deactivates customers; those that are so already, or are gone, are left out of the answer. Deactivating suspends their active cards and closes
 * the portal; activating brings back only the cards it suspended, as far as they have not expired. Source: docs/spec/cards.md#states-of-a-customer
 */
export async function changeActive(ids: readonly number[], active: boolean, context: StateContext): Promise<StateChange[]> {
  const { db, user, now, history } = context
  const stamp = { updated_at: now.toISOString(), updated_by: user.id || null }
  const found = await db
    .select({ id: customers.id, rev: customers.rev, username: customers.username, portal_enabled: customers.portal_enabled })
    .from(customers)
    .where(and(inArray(customers.id, [...ids]), ne(customers.active, active), isNull(customers.deleted_at)))
    // In one order, or two such calls could wait for each other.
    .orderBy(asc(customers.id))
    .for('update')
  if (!found.length) return []
  const changed = await db
    .update(customers)
    .set({ active, portal_enabled: active ? sql`username is not null` : false, rev: sql`rev + 1`, ...stamp })
    .where(
      inArray(
        customers.id,
        found.map(({ id }) => id),
      ),
    )
    .returning({ id: customers.id, code: customers.code, denomination: customers.denomination, portal_enabled: customers.portal_enabled })
  const moved = await moveCards(
    changed.map(({ id }) => id),
    active,
    context,
  )
  const before = new Map(found.map((row) => [row.id, row]))
  const done = changed
    .map(({ portal_enabled, ...row }) => ({ ...row, portal_enabled, cards: moved.get(row.id) ?? 0 }))
    .toSorted((a, b) => a.id - b.id)
  for (const { id, portal_enabled } of done) {
    const was = before.get(id)!
    await history(
      'customer',
      id,
      'status',
      { active: !active, portal_enabled: was.portal_enabled, rev: was.rev },
      { active, portal_enabled, rev: was.rev + 1 },
    )
  }
  await logCustomers(
    context,
    active ? 'attivazione' : 'disattivazione',
    done.map(({ id, cards }) => ({ customer_id: id, detail: { cards } })),
  )
  return done
}

/** Suspends the active cards of customers, or brings back those suspended with them. Gives how many of each customer. */
async function moveCards(owners: number[], active: boolean, context: StateContext): Promise<Map<number, number>> {
  const { db, user, now, history } = context
  const [from, to] = active ? (['suspended', 'active'] as const) : (['active', 'suspended'] as const)
  const moved = await db
    .update(cards)
    .set({
      ...{ status: to, suspended_by: active ? null : 'customer', rev: sql`rev + 1` },
      ...{ updated_at: now.toISOString(), updated_by: user.id || null },
    })
    .where(
      and(
        inArray(cards.customer_id, owners),
        eq(cards.status, from),
        isNull(cards.deleted_at),
        active ? and(eq(cards.suspended_by, 'customer'), gte(cards.expires_at, dayInRome(now))) : undefined,
      ),
    )
    .returning({ id: cards.id, customer_id: cards.customer_id, rev: cards.rev })
  moved.sort((a, b) => a.id - b.id)
  const counts = new Map<number, number>()
  if (!moved.length) return counts
  const reason = active ? 'Cliente riattivato' : 'Cliente disattivato'
  await db.insert(card_status_history).values(moved.map(({ id }) => ({ card_id: id, from, to, reason, at: now.toISOString() })))
  for (const { id, customer_id, rev } of moved) {
    counts.set(customer_id, (counts.get(customer_id) ?? 0) + 1)
    const [was, is] = active ? (['customer', null] as const) : ([null, 'customer'] as const)
    await history('card', id, 'status', { status: from, suspended_by: was, rev: rev - 1 }, { status: to, suspended_by: is, rev })
  }
  await logCustomers(
    context,
    'cambio stato',
    moved.map(({ id, customer_id }) => ({ customer_id, card_id: id, detail: { before: { status: from }, after: { status: to }, reason } })),
  )
  return counts
}
