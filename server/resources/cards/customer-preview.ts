import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import type { Context } from '../../lib/core/context.ts'
import { customersFound } from './customer-list.ts'

const figure = new Intl.NumberFormat('it-IT', { useGrouping: 'always' } as Intl.NumberFormatOptions)
const counted = (count: number, one: string, many: string) => `${figure.format(count)} ${count === 1 ? one : many}`
const customersIn = (count: number) => counted(count, 'cliente', 'clienti')
const cardsIn = (count: number) => counted(count, 'tessera', 'tessere')

/** What a bulk action would do with these customers and their cards, in figures; undefined for an action that says it by its name. */
export async function previewCustomers(
  action: string,
  { ids, search }: { ids: number[] | undefined; search: object },
  { db }: Pick<Context, 'db'>,
): Promise<string | undefined> {
  const where = ids ? and(inArray(customers.id, ids), isNull(customers.deleted_at)) : await customersFound(search, db)
  const [found] = await db
    .select({
      all: sql<number>`count(*)::int`,
      active: sql<number>`count(*) filter (where ${customers.active})::int`,
      held: sql<number>`count(*) filter (where ${customers.active} and ${customers.username} is null and ${customers.email} is not null)::int`,
    })
    .from(customers)
    .where(where)
  const { all = 0, active = 0, held = 0 } = found ?? {}
  const cardsOf = (status: 'active' | 'suspended') =>
    db.$count(
      cards,
      and(
        eq(cards.status, status),
        isNull(cards.deleted_at),
        status === 'suspended' ? eq(cards.suspended_by, 'customer') : undefined,
        inArray(cards.customer_id, db.select({ id: customers.id }).from(customers).where(where)),
      ),
    )
  const others = (count: number, why: string) => (count ? ` ${customersIn(count)} ${why}.` : '')
  const will = (count: number, done: string) =>
    `${count === 1 ? 'Verrà' : 'Verranno'} ${done}${count === 1 ? 'o' : 'i'} ${customersIn(count)}`
  if (action === 'deactivate') {
    const held = await cardsOf('active')
    return `${will(active, 'disattivat')} e ${held === 1 ? 'sospesa' : 'sospese'} ${cardsIn(held)}.${others(all - active, 'già non attivi restano come sono')}`
  }
  if (action === 'activate') {
    const held = await cardsOf('suspended')
    return `${will(all - active, 'riattivat')} e ${held === 1 ? 'riattivata' : 'riattivate'} ${cardsIn(held)}.${others(active, 'già attivi restano come sono')}`
  }
  if (action === 'account')
    return `Verrà creato l’account di ${customersIn(held)}, con le credenziali per email.${others(all - held, 'con un account, senza email o disattivati restano come sono')}`
  return undefined
}
