import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import {
  duplicates as contract,
  type Duplicate,
  MAX_DUPLICATES,
  SHOWN_DUPLICATES,
  UNMERGE_DAYS,
} from '../../../src/contract/cards/duplicates.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { customerFaults } from '../../../src/rules/cards/customers.ts'
import { folded } from '../../db/folded.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { customer_distinctions, customer_merges } from '../../db/schema/cards/merges.ts'
import { users } from '../../db/schema/core/accounts.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { unique } from '../../lib/tables/table.ts'
import { cardCounts } from './customer-list.ts'
import { logCustomers } from './customer-log.ts'
import customerCalls from './customers.ts'

type Customer = typeof customers.$inferSelect
const shown = ({ password_hash: _, password_expired: __, ...row }: Customer) => row
const keys: Readonly<Record<Duplicate['reason'], SQL<string>>> = {
  piva: sql`${customers.piva}`,
  fiscal_code: sql`${customers.fiscalCode}`,
  email: sql`${customers.email}`,
  // Letters and digits alone: "Verdi SRL" is "Verdi S.r.l.".
  name: sql`regexp_replace(${folded(customers.denomination)} || ${folded(customers.city)}, '[^a-z0-9]+', '', 'g')`,
}
/** What a group has in common, as its first customer has it. */
const said: Readonly<Record<Duplicate['reason'], SQL<string>>> = {
  ...keys,
  name: sql`${customers.denomination} || ', ' || ${customers.city}`,
}

const columns = {
  id: customers.id,
  code: customers.code,
  name: customers.denomination,
  city: customers.city,
  fiscalCode: customers.fiscalCode,
  piva: customers.piva,
  cards_count: cardCounts.cards_count,
}
const shownOf = (db: Db, ids: readonly number[]) =>
  db
    .select(columns)
    .from(customers)
    .where(and(inArray(customers.id, [...ids].slice(0, SHOWN_DUPLICATES)), isNull(customers.deleted_at)))
    .orderBy(asc(customers.code))
/**
 * Groups of customers that have a value in common; a group that one reason has found is not told again by the next. Customers who each have a
 * codice fiscale of their own are different people, whatever else they share, and so are those of whom somebody has said it.
 */
async function groups(db: Db): Promise<Duplicate[]> {
  const found: Duplicate[] = []
  const seen = new Set<string>()
  for (const [reason, key] of Object.entries(keys) as [Duplicate['reason'], SQL<string>][]) {
    const { rows } = (await db.execute(sql`
      select value, ids from (select (array_agg(${said[reason]} order by ${customers.code}))[1] as value, array_agg(${customers.id} order by ${customers.code}) as ids from ${customers}
        where ${isNull(customers.deleted_at)} and ${key} is not null group by ${key}
        having count(*) > 1 and count(distinct ${customers.fiscalCode}) < count(*)) groups
      where not exists (select from ${customer_distinctions} d where groups.ids <@ d.customer_ids)
      order by cardinality(ids) desc, 1 limit ${sql.raw(String(MAX_DUPLICATES))}`)) as unknown as {
      rows: { value: string; ids: number[] }[]
    }
    for (const { value, ids } of rows) {
      const name = ids.join()
      if (seen.has(name) || found.length >= MAX_DUPLICATES) continue
      seen.add(name)
      found.push({ reason, value, ids, customers: await shownOf(db, ids) })
    }
  }
  return found
}

/** Every column of the database that names a customer, but for the merges themselves: what another area adds later goes over too. */
async function references(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = (await db.execute(sql`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'customers'::regclass and c.conrelid <> 'customer_merges'::regclass order by 1, 2`)) as unknown as {
    rows: { table: string; column: string }[]
  }
  return rows
}
async function lockTwo(db: Db, one: number, other: number): Promise<Map<number, Customer>> {
  // In the order of their ids, so that two crossing merges do not wait for each other.
  const rows = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, [one, other]))
    .orderBy(asc(customers.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}
const stamp = ({ now, user }: Context) => ({ updated_at: now.toISOString(), updated_by: user.id, rev: sql`rev + 1` })
const get = (id: number, context: Context) => customerCalls.handlers.get!({ id }, context) as never

export default implement(contract, {
  list: (_, { db }) => groups(db),
  async distinctions(_, { db }) {
    const rows = await db
      .select({ id: customer_distinctions.id, at: customer_distinctions.at, ids: customer_distinctions.customer_ids, author: users.name })
      .from(customer_distinctions)
      .leftJoin(users, eq(users.id, customer_distinctions.by))
      .orderBy(desc(customer_distinctions.id))
      .limit(MAX_DUPLICATES)
    return Promise.all(rows.map(async ({ ids, ...row }) => ({ ...row, customers: await shownOf(db, ids) })))
  },
  async distinguish({ ids }, { db, user, now, audit }) {
    const known = await db.$count(customers, and(inArray(customers.id, ids), isNull(customers.deleted_at)))
    if (known !== new Set(ids).size) throw problem.invalid({ ids: messages.exists('Cliente') })
    const [made] = await db
      .insert(customer_distinctions)
      .values({ customer_ids: ids, by: user.id, at: now.toISOString() })
      .returning({ id: customer_distinctions.id })
    audit({ entity_id: made!.id })
    return made!
  },
  async forget({ id }, { db }) {
    await db.delete(customer_distinctions).where(eq(customer_distinctions.id, id))
    return undefined
  },
  async merge({ id, from, fields, rev }, context) {
    const { db, now, user } = context
    if (id === from) throw problem.invalid({ from: 'Un cliente non si unisce a se stesso.' })
    const found = await lockTwo(db, id, from)
    const target = found.get(id)
    const source = found.get(from)
    if (!target || target.deleted_at) throw problem.notFound()
    if (!source || source.deleted_at) throw problem.invalid({ from: 'Il valore selezionato per Cliente non esiste.' })
    if (target.rev !== rev) throw problem.stale(shown(target))
    const pick = (row: Customer) => Object.fromEntries(fields.map((name) => [name, row[name]]))
    const [before, after] = [pick(target), pick(source)]
    refuse(customerFaults({ ...target, ...after } as Customer))
    const moved: Record<string, number[]> = {}
    for (const { table, column } of await references(db)) {
      const name = sql.raw(`${table}`)
      const { rows } = (await db.execute(
        sql`update ${name} set ${sql.identifier(column)} = ${id} where ${sql.identifier(column)} = ${from} returning id`,
      )) as unknown as { rows: { id: number | string }[] }
      if (rows.length) moved[`${table}.${column}`] = rows.map((row) => Number(row.id))
    }
    // Deleted first: its P.IVA may be the one that the other takes.
    const gone = { deleted_at: now.toISOString(), portal_enabled: false, ...stamp(context) }
    await db.update(customers).set(gone).where(eq(customers.id, from))
    const sentences = {
      customers_piva: ['piva', 'Esiste già un cliente con questa partita IVA.'],
      customers_fiscal_code: ['fiscalCode', 'Esiste già un cliente con questo codice fiscale.'],
    } as const
    const [saved] = await unique(sentences, () =>
      db
        .update(customers)
        .set({ ...after, ...stamp(context) } as never)
        .where(eq(customers.id, id))
        .returning(),
    )
    await db.insert(customer_merges).values({ source_id: from, target_id: id, before, after, moved, by: user.id, at: now.toISOString() })
    await context.history('customer', id, 'updated', shown(target), shown(saved!))
    await context.history('customer', from, 'deleted', shown(source), null)
    const cards = moved['cards.customer_id']?.length ?? 0
    await logCustomers(context, 'modifica', [
      { customer_id: id, detail: { before, after, merged: `${source.code} ${source.denomination}`, cards } },
    ])
    context.audit({ action: 'modifica', entity: 'customers', entity_id: id })
    return get(id, context)
  },
  merges: ({ id }, { db, now }) =>
    db
      .select({
        id: customer_merges.id,
        source: { id: customers.id, code: customers.code, name: customers.denomination },
        at: customer_merges.at,
      })
      .from(customer_merges)
      .innerJoin(customers, eq(customers.id, customer_merges.source_id))
      .where(and(eq(customer_merges.target_id, id), isNull(customer_merges.undone_at), gt(customer_merges.at, since(now))))
      .orderBy(asc(customer_merges.id)),
  async undo({ id }, context) {
    const { db, now } = context
    const [merge] = await db.select().from(customer_merges).where(eq(customer_merges.id, id)).for('update')
    if (!merge) throw problem.notFound()
    if (merge.undone_at) throw problem.conflict('L’unione è già stata annullata.')
    if (merge.at < since(now)) throw problem.conflict(`Un’unione si annulla entro ${UNMERGE_DAYS} giorni.`)
    const found = await lockTwo(db, merge.source_id, merge.target_id)
    const [source, target] = [found.get(merge.source_id)!, found.get(merge.target_id)!]
    if (target.deleted_at) throw problem.conflict('Il cliente è stato eliminato: ripristinarlo prima.')
    // A field that somebody has changed since stays as it is.
    const mine = Object.entries(merge.before).filter(
      ([name]) => JSON.stringify(target[name as keyof Customer]) === JSON.stringify(merge.after[name]),
    )
    const [saved] = await db
      .update(customers)
      .set({ ...Object.fromEntries(mine), ...stamp(context) } as never)
      .where(eq(customers.id, target.id))
      .returning()
    for (const [place, ids] of Object.entries(merge.moved)) {
      const [table, column] = place.split('.') as [string, string]
      await db.execute(
        sql`update ${sql.raw(table)} set ${sql.identifier(column)} = ${source.id} where ${sql.identifier(column)} = ${target.id} and id = any(${`{${ids}}`}::bigint[])`,
      )
    }
    const back = { deleted_at: null, portal_enabled: source.active && source.username !== null, ...stamp(context) }
    const [restored] = await unique(
      {
        customers_piva: ['piva', 'Intanto un altro cliente ha questa partita IVA.'],
        customers_fiscal_code: ['fiscalCode', 'Intanto un altro cliente ha questo codice fiscale.'],
      },
      () => db.update(customers).set(back).where(eq(customers.id, source.id)).returning(),
    )
    await db.update(customer_merges).set({ undone_at: now.toISOString() }).where(eq(customer_merges.id, id))
    await context.history('customer', target.id, 'restored', shown(target), shown(saved!))
    await context.history('customer', source.id, 'restored', shown(source), shown(restored!))
    await logCustomers(context, 'modifica', [
      { customer_id: target.id, detail: { reason: `Annullata l’unione con ${source.code} ${source.denomination}` } },
    ])
    context.audit({ action: 'ripristino', entity: 'customers', entity_id: target.id })
    return get(target.id, context)
  },
})
const since = (now: Date) => new Date(now.getTime() - UNMERGE_DAYS * 86_400_000).toISOString()
