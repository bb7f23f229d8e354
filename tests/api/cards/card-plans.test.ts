import { and, eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { onPage, ordering } from '../../../server/lib/tables/table.ts'
import { customerFound } from '../../../server/resources/cards/customer-search.ts'
import { cardFilter, cardSorts } from '../../../server/resources/cards/read-cards.ts'
import { testDatabase } from '../support/database.ts'

const MANY = 60_000
const FILL = `
  alter table customers disable trigger user; alter table cards disable trigger user; alter table cards enable trigger cards_sorted_by_customer;
  insert into customers (code, kind, "businessName", piva, address, cap, city, province)
    select 500000 + n, 'ente', 'Ditta ' || n, lpad(n::text, 11, '0'), 'Via Roma 1', '43036', 'Fidenza', 'PR' from generate_series(1, ${MANY / 2}) n;
  insert into cards (type, status, number, customer_id, plate, holder, valid_from, expires_at)
    select (array['credit','points','prepaid'])[1 + n % 3], (array['active','suspended','terminated'])[1 + n % 3], lpad((9000000000 + n)::text, 12, '1'),
      (select max(id) from customers) - n % ${MANY / 2}, 'X' || chr(65 + n % 26) || n, 'Autista ' || n, '2026-01-01', date '2026-01-01' + n % 2000
    from generate_series(1, ${MANY}) n;
  alter table customers enable trigger user; alter table cards enable trigger user;
  analyze;`
interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodes)]
async function planOf(db: Db, query: { getSQL(): SQL }): Promise<Plan> {
  const { rows } = (await db.execute(sql`explain (format json) ${query.getSQL()}`)) as unknown as {
    rows: { 'QUERY PLAN': { Plan: Plan }[] | string }[]
  }
  const told = rows[0]!['QUERY PLAN']
  const [{ Plan: plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: Plan }]
  return plan
}
const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'].endsWith('Seq Scan') ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
]

test('no order, filter or search of the list of cards reads all cards or customers', { timeout: 300_000 }, async () => {
  const engine = await testDatabase()
  try {
    await engine.script(FILL)
    const { db } = engine
    // Which pages need not be looked at.
    await db.execute(sql`vacuum analyze cards`)
    const now = new Date('2026-11-20T10:00:00Z')
    const pageOf = (where: Awaited<ReturnType<typeof cardFilter>>, sort: string, offset = 0) => {
      const order = ordering(sort, cardSorts, cards.id)
      return db
        .select({ id: cards.id, name: customers.denomination })
        .from(cards)
        .innerJoin(customers, eq(customers.id, cards.customer_id))
        .where(onPage(cards.id, where, order, 15, offset))
        .orderBy(...order)
    }
    const orders = [
      '-id',
      'id',
      'number',
      '-number',
      'plate',
      '-plate',
      'status',
      '-status',
      'expires_at',
      '-expires_at',
      'customer',
      '-customer',
    ]
    const filters = [
      ...['xb1234', '019000001234', '500123', 'ditta 1234', '001234'].map((search) => ({ search })),
      ...[
        { plate: ['XB1'] },
        { customer_id: [12] },
        { type: ['credit' as const] },
        { status: ['suspended' as const] },
        { sync_error: true },
      ],
    ]
    const looks: [string, ReturnType<typeof pageOf>][] = []
    for (const sort of orders) looks.push([sort, pageOf(await cardFilter({}, { db, now }), sort)])
    for (const filter of filters) looks.push([JSON.stringify(filter), pageOf(await cardFilter(filter, { db, now }), '-id')])
    // Far from the first page the rows before it are counted off in the index alone.
    const far: typeof looks = []
    for (const sort of orders.filter((order) => !order.endsWith('status')))
      far.push([sort, pageOf(await cardFilter({}, { db, now }), sort, MANY / 2)])
    const faults: string[] = []
    for (const [name, query] of far) {
      const plan = await planOf(db, query)
      if (!nodes(plan).includes('Index Only Scan')) faults.push(`${name}, in the middle: ${nodes(plan)}`)
    }
    for (const [name, query] of looks) {
      const read = scanned(await planOf(db, query)).filter((table) => table === 'cards' || table === 'customers')
      if (read.length) faults.push(`${name}: ${read}`)
    }
    expect(looks.length).toBeGreaterThan(15)
    expect(faults).toEqual([])
  } finally {
    await engine.close()
  }
})

test('without statistics the global search still finds the customers once, not once for each customer', { timeout: 60_000 }, async () => {
  const engine = await testDatabase()
  try {
    // As in an embedded database in which nothing was analysed yet.
    await engine.script(`
      delete from pg_statistic where starelid in ('customers'::regclass, 'cards'::regclass);
      update pg_class set reltuples = -1, relpages = 0 where oid in ('customers'::regclass, 'cards'::regclass)`)
    const where = and(customerFound.scope({} as never), customerFound.matches('roma', {} as never))
    const { rows } = (await engine.db.execute(sql`explain select id from ${customers} where ${where}`)) as unknown as {
      rows: Record<string, string>[]
    }
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    expect(plan).toContain('Scan on customers')
    expect(plan).not.toContain('Semi Join')
  } finally {
    await engine.close()
  }
})
