import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type CardStatus, cardStatuses } from '../../../src/contract/cards/words.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { activationRefusal, transitionOf, transitionRefusal } from '../../../src/rules/cards/card-states.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { BulkRows } from '../../lib/tables/bulk-rows.ts'
import { cardFilter } from './read-cards.ts'

/** Cards that differ in nothing that a change of state looks at. */
type Alike = Pick<typeof cards.$inferSelect, 'type' | 'status' | 'block_reason' | 'plate' | 'expires_at' | 'tank_expiration'> & {
  active: boolean
  many: number
}
const isStatus = (value: unknown): value is CardStatus => typeof value === 'string' && Object.hasOwn(cardStatuses, value)

/** How many of these cards would get the new state, and why the others would not; undefined before a state is chosen. */
export async function previewCards(action: string, { ids, search, values: { status: to } }: BulkRows, context: Context) {
  if (action !== 'setStatus' || !isStatus(to)) return undefined
  const { db, user, now } = context
  const today = dayInRome(now)
  const groups = await db
    .select({
      ...{ type: cards.type, status: cards.status, block_reason: cards.block_reason, active: customers.active },
      plate: sql<string | null>`min(${cards.plate})`,
      expires_at: sql<string>`min(${cards.expires_at})`,
      tank_expiration: sql<string | null>`min(${cards.tank_expiration})`,
      many: sql<number>`count(*)::int`,
    })
    .from(cards)
    .innerJoin(customers, eq(customers.id, cards.customer_id))
    .where(ids ? and(inArray(cards.id, ids), isNull(cards.deleted_at)) : await cardFilter(search, context))
    .groupBy(
      ...[cards.type, cards.status, cards.block_reason, customers.active],
      ...[sql`${cards.plate} is null`, sql`${cards.expires_at} < ${today}`, sql`${cards.tank_expiration} < ${today}`],
    )
  const left = new Map<string, number>()
  let done = 0
  for (const group of groups) {
    const why = whyNot(group, to, user, today)
    if (why) left.set(why, (left.get(why) ?? 0) + group.many)
    else done += group.many
  }
  const others = [...left.values()].reduce((sum, many) => sum + many, 0)
  const reasons = [...left]
    .sort(([why, one], [because, other]) => other - one || why.localeCompare(because))
    .map(([why, many]) => `${many} ${why}`)
  const first = `${done === 1 ? 'Cambierà stato' : 'Cambieranno stato'} ${howMany(done, 'tessera', 'tessere')}.`
  const rest = others ? ` ${howMany(others, 'tessera resta com’è', 'tessere restano come sono')}: ${reasons.join(', ')}.` : ''
  return { text: `${first}${rest}`, none: !done && others > 0 }
}
/** Why these cards would keep their state, as it follows their number; undefined if nothing keeps them. */
function whyNot(card: Alike, to: CardStatus, user: Context['user'], today: string): string | undefined {
  const transition = transitionOf(card.status, to)
  if (transition && transitionRefusal(card, to)) return 'per smarrimento, furto o frode'
  if (!transition || !allows(transition.policy, user)) return `in stato «${cardStatuses[card.status]}»`
  if (transition.asks === 'expiry') return 'da rinnovare una alla volta, con una nuova scadenza'
  if (to !== 'active' || !activationRefusal(card, card.active, today)) return undefined
  return card.active ? 'con la targa, la scadenza o il serbatoio da sistemare' : 'di clienti disattivati'
}
