import { and, eq, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint, Page } from '../../../src/contract/kernel/endpoint.ts'
import type { Context } from '../core/context.ts'
import { isOlder, problem } from '../core/problem.ts'
import { countOf, replaceRows } from './children.ts'
import { type Beside, type CrudOptions, type CrudTable, crudTable } from './crud-table.ts'
import { insertPlanner } from './single-statement-insert.ts'
import { sqlPage } from './sql-page.ts'
import { type ListInput, matches, onPage, ordering, paged, unique } from './table.ts'

type Whole<T extends PgTable, B extends Beside> = InferSelectModel<T> & { [K in keyof B]: B[K] extends SQL<infer V> ? V : never }

/** The handlers of a plain table: find, may I, do; history and optimistic lock included. */
export function crudOn<
  T extends PgTable,
  R extends Beside = Record<never, never>,
  X extends Beside = Record<never, never>,
  C extends string = never,
>(contract: Record<string, Endpoint>, table: T, options: CrudOptions<T, R, X, C>) {
  type Item = Whole<T, R & X> & Record<C, any[]>
  const crud = crudTable(contract, table, options as CrudOptions<any, Beside, Beside, string>)
  return {
    list: listOf<Whole<T, R>>(crud, contract.list),
    async get({ id }: { id: number }, context: Context): Promise<Item> {
      const [found] = await selectOne(crud, id, context)
      if (!found) throw problem.notFound()
      return found as Item
    },
    create: createOf<Item>(crud, contract.create),
    update: (input: any, context: Context): Promise<Item> => update(crud, input, context),
    remove: (input: { id: number }, context: Context) => remove(crud, input, context),
  }
}

function listOf<Row>(crud: CrudTable, contract: Endpoint | undefined) {
  const { table, id, alive, row, sorts, scope, filters, searched, columns } = crud
  /** `within`: a condition besides the filters. */
  async function list(input: ListInput, context: Context, within?: SQL): Promise<Page<Row>> {
    const search = matches(input.search ?? input.query, ...searched)
    const where = and(alive, within, scope?.(context), search, ...filters.conditions(input, context))
    const rows = (in_all: SQL<number>, limit: number, offset: number) => {
      const order = ordering(input.sort ?? contract?.order, sorts, id)
      return context.db
        .select({ ...row, in_all })
        .from(table)
        .where(onPage(id, where, order, limit, offset))
        .orderBy(...order) as PromiseLike<any[]>
    }
    return paged(input, context, [table, where], rows, columns)
  }
  const fast = contract?.envelope === 'page' && !scope ? sqlPage({ table, id, alive, row, sorts, output: contract.output }) : undefined
  const isPlain = (input: any) =>
    ['search', 'query', 'facet', ...filters.names].every((name) => input[name] === undefined || input[name] === '')
  return Object.assign(list, {
    sqlPage: fast && ((input: any, context: Context) => (isPlain(input) ? fast(input, context) : undefined)),
  })
}

function createOf<Item>(crud: CrudTable, contract: Endpoint | undefined) {
  const { table, record, own, children, model, sentences } = crud
  async function create(input: any, context: Context): Promise<Item> {
    const { id: user } = context.user
    const [made]: any[] = await unique(sentences, () =>
      context.db
        .insert(table)
        .values({ ...own(input), created_by: user, updated_by: user } as any)
        .returning(record),
    )
    const saved = await saveChildren(crud, made, input, context)
    context.audit({ entity_id: made.id })
    await context.history(model, made.id, 'created', null, saved)
    return saved
  }
  const alone = (input: any) => !children.some(([name]) => input[name]?.length)
  return Object.assign(create, { insertPlan: insertPlanner({ model, table, record, output: contract?.output, own, alone }) })
}

async function update(crud: CrudTable, input: any, context: Context): Promise<any> {
  const { table, id, record, own, model, sentences } = crud
  const before = await lockOne(crud, input.id, context)
  if (!before) throw problem.notFound()
  if (isOlder(input.rev, before.rev)) throw problem.stale(before)
  const stamp = { rev: before.rev + 1, updated_at: context.now.toISOString(), updated_by: context.user.id }
  const [written]: any[] = await unique(sentences, () =>
    context.db
      .update(table)
      .set({ ...own(input), ...stamp } as any)
      .where(eq(id, input.id))
      .returning(record),
  )
  const after = await saveChildren(crud, written, input, context)
  await context.history(model, input.id, 'updated', before, after)
  return after
}

/** Deleting what is already gone is a success: a double click must not throw the user out of the page. */
async function remove(crud: CrudTable, input: { id: number }, context: Context): Promise<undefined> {
  const { table, id, columns, model, inUse } = crud
  const before = await lockOne(crud, input.id, context)
  if (!before) return undefined
  const own = eq(id, input.id)
  for (const [column, say] of inUse) {
    const [found] = await context.db
      .select({ count: countOf(column, id) })
      .from(table)
      .where(own)
    if (found?.count) throw problem.conflict(say(found.count))
  }
  if (columns.deleted_at)
    await context.db
      .update(table)
      .set({ deleted_at: context.now.toISOString() } as any)
      .where(own)
  else await context.db.delete(table).where(own)
  await context.history(model, input.id, 'deleted', before, null)
  return undefined
}

const selectOne = ({ table, id, record, alive, scope }: CrudTable, of: number, context: Context) =>
  context.db
    .select(record)
    .from(table)
    .where(and(eq(id, of), alive, scope?.(context)))
/** The record, locked for the transaction that will write it. */
const lockOne = async (crud: CrudTable, of: number, context: Context): Promise<any> =>
  (await selectOne(crud, of, context).for('update', { of: crud.table }))[0]

/** Saves the children that an input brings, and gives the record as it is then. */
async function saveChildren(crud: CrudTable, made: any, input: any, context: Context): Promise<any> {
  const { children, numbered, sentences } = crud
  const given = children.filter(([name]) => input[name] && made[name].length + input[name].length > 0)
  for (const [name, owner] of given)
    await unique(sentences, () => replaceRows(context.db, owner, made.id, made[name], input[name], numbered?.[name]))
  return given.length ? (await selectOne(crud, made.id, context))[0] : made
}
