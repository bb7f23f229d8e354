import { and, eq, getTableColumns, type InferSelectModel, inArray, isNull, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint, Page } from '../../../src/contract/kernel/endpoint.ts'
import { wordsOf } from '../../../src/contract/kernel/fields.ts'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import type { Context } from '../core/context.ts'
import { problem } from '../core/problem.ts'
import { atOnceOn } from './at-once.ts'
import { countOf, replaceRows, rowsOf } from './children.ts'
import { inWords, type ListInput, matches, onPage, ordering, paged, unique } from './table.ts'
import { wholeList } from './whole-list.ts'

type Beside = Record<string, SQL>
type Whole<T extends PgTable, B extends Beside> = InferSelectModel<T> & { [K in keyof B]: B[K] extends SQL<infer V> ? V : never }
type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>
type Sentences = Record<string, readonly [field: string, sentence: string]>

export interface CrudOptions<T extends PgTable, R extends Beside, X extends Beside, C extends string> {
  /** Name in the history. */
  model: string
  search: readonly Columns<T>[]
  /** Columns that never leave the table: no answer, no refusal and no history has them. */
  hidden?: readonly Columns<T>[]
  /** Allowed sorts; the first is the default. */
  sort: readonly (Columns<T> | Extract<keyof NoInfer<R>, string>)[]
  /** What a row of the list has beside its columns; a record has it too. */
  row?: R
  /** What a record has beside its columns. */
  record?: X
  /** Lists in the body that are rows of their own: the column in which these name their record. */
  children?: Record<C, AnyPgColumn>
  /** Of these, a number that is unique beyond their record: two may change theirs for each other's. */
  numbered?: Record<string, AnyPgColumn>
  /** Which rows a person may reach at all. */
  scope?: (context: Context) => SQL | undefined
  /** Filters of the list that are no equality with the column of their name. */
  filters?: Record<string, (value: any, context: Context) => SQL | undefined>
  /** Sentences of constraints, by name, where those of a field that must be unique or must exist do not do. */
  sentences?: Sentences
  /** Columns whose rows hold a record back from being deleted, with the sentence that says how many. */
  inUse?: readonly (readonly [column: AnyPgColumn, say: (count: number) => string])[]
}

/** Longer names of constraints are cut by PostgreSQL. */
const NAME_LENGTH = 63
/** The sentences of what is unique and of what must exist, from the labels of the contract. */
function sentencesOf(table: PgTable, labels: (field: string) => string): Sentences {
  const entries = Object.entries(getTableColumns(table))
  const fieldOf = (column: { name: string }) => entries.find(([, one]) => one.name === column.name)![0]
  const uniques = entries.flatMap(([field, { isUnique, uniqueName }]) =>
    isUnique ? [[uniqueName!, [field, messages.unique(labels(field))] as const] as const] : [],
  )
  const references = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns } = key.reference()
    return columns.length === 1
      ? [[key.getName().slice(0, NAME_LENGTH), [fieldOf(columns[0]!), messages.exists(labels(fieldOf(columns[0]!)))] as const] as const]
      : []
  })
  return Object.fromEntries([...references, ...uniques])
}

/** The handlers of a plain table: find, may I, do; history and optimistic lock included. */
export function crudOn<
  T extends PgTable,
  R extends Beside = Record<never, never>,
  X extends Beside = Record<never, never>,
  C extends string = never,
>(contract: Record<string, Endpoint>, table: T, options: CrudOptions<T, R, X, C>) {
  type Row = Whole<T, R>
  type Item = Whole<T, R & X> & Record<C, any[]>
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table as PgTable)).filter(([name]) => !options.hidden?.includes(name as Columns<T>)),
  ) as Record<string, AnyPgColumn>
  const column = (name: string) => columns[name]!
  const id = column('id')
  const fields = (contract.create ?? contract.update)?.body?.entries ?? {}
  const sentences = { ...sentencesOf(table, (field) => (fields[field] && labelOf(fields[field])) ?? field), ...options.sentences }
  const children = Object.entries<AnyPgColumn>(options.children ?? {})
  // What a record says of its rows beside their columns, it has under their name.
  const beside = { ...Object.fromEntries(children.map(([name, owner]) => [name, rowsOf(owner, id)])), ...options.row, ...options.record }
  const record = { ...columns, ...beside } as Record<string, AnyPgColumn>
  const row = { ...columns, ...options.row } as Record<string, AnyPgColumn>
  const own = (input: any) => Object.fromEntries(Object.entries(input).filter(([key]) => key in columns && !['id', 'rev'].includes(key)))
  const alive = columns.deleted_at ? isNull(columns.deleted_at) : undefined
  const read = (name: string): AnyPgColumn | SQL => {
    const words = fields[name] && wordsOf(fields[name])
    return words ? inWords(column(name), words) : row[name]!
  }
  const sorts = Object.fromEntries(options.sort.map((name) => [name, read(name)]))
  const searched = options.search.map(read)
  const filters = Object.keys(contract.list?.query?.entries ?? {}).filter((name) => options.filters?.[name] ?? name in columns)
  const filtered = (input: any, context: Context) =>
    filters.map((name) => {
      const value = input[name]
      if (value === undefined) return undefined
      if (options.filters?.[name]) return options.filters[name](value, context)
      return Array.isArray(value) ? (value.length ? inArray(column(name), value) : undefined) : eq(column(name), value)
    })

  const one = (of: number, context: Context) =>
    context.db
      .select(record)
      .from(table as PgTable)
      .where(and(eq(id, of), alive, options.scope?.(context)))
  /** The record, locked for the transaction that will write it. */
  const find = async (of: number, context: Context): Promise<any> => (await one(of, context).for('update', { of: table }))[0]
  /** The record as it is when its children are saved too. */
  async function saved(made: any, input: any, context: Context): Promise<Item> {
    const given = children.filter(([name]) => input[name] && made[name].length + input[name].length > 0)
    for (const [name, owner] of given)
      await unique(sentences, () => replaceRows(context.db, owner, made.id, made[name], input[name], options.numbered?.[name]))
    return (given.length ? (await one(made.id, context))[0] : made) as Item
  }

  const isWhole = (input: any) => ['search', 'query', 'facet', ...filters].every((name) => input[name] === undefined || input[name] === '')
  const { list: pages, create: made } = contract
  const whole = pages?.envelope === 'page' && !options.scope ? wholeList({ table, id, alive, row, sorts, output: pages.output }) : undefined

  async function create(input: any, context: Context): Promise<Item> {
    const [made]: any[] = await unique(sentences, () =>
      context.db
        .insert(table)
        .values({ ...own(input), created_by: context.user.id, updated_by: context.user.id } as any)
        .returning(record),
    )
    const whole = await saved(made, input, context)
    context.audit({ entity_id: made.id })
    await context.history(options.model, made.id, 'created', null, whole)
    return whole
  }

  const atOnce = atOnceOn({
    model: options.model,
    table,
    record,
    output: made?.output,
    own,
    alone: (input) => !children.some(([name]) => input[name]?.length),
  })

  /** `within`: of these rows alone. */
  async function rows(input: ListInput, context: Context, within?: SQL): Promise<Page<Row>> {
    const where = and(
      alive,
      within,
      options.scope?.(context),
      matches(input.search ?? input.query, ...searched),
      ...filtered(input, context),
    )
    return paged(
      input,
      context,
      [table, where],
      (in_all, limit, offset) => {
        const order = ordering(input.sort ?? pages?.order, sorts, id)
        return context.db
          .select({ ...row, in_all })
          .from(table as PgTable)
          .where(onPage(context.db, id, where, order, limit, offset))
          .orderBy(...order) as PromiseLike<any[]>
      },
      columns,
    )
  }
  const list = Object.assign(rows, {
    written: whole && ((input: any, context: Context) => (isWhole(input) ? whole(input, context) : undefined)),
  })

  return {
    list,
    async get({ id: of }: { id: number }, context: Context): Promise<Item> {
      const [found] = await one(of, context)
      if (!found) throw problem.notFound()
      return found as Item
    },
    create: Object.assign(create, { atOnce }),
    async update(input: any, context: Context): Promise<Item> {
      const before = await find(input.id, context)
      if (!before) throw problem.notFound()
      if (input.rev !== before.rev) throw problem.stale(before)
      const [next] = await unique<any[]>(
        sentences,
        () =>
          context.db
            .update(table)
            .set({ ...own(input), rev: before.rev + 1, updated_at: context.now.toISOString(), updated_by: context.user.id } as any)
            .where(eq(id, input.id))
            .returning(record) as any,
      )
      const changed = await saved(next, input, context)
      await context.history(options.model, input.id, 'updated', before, changed)
      return changed
    },
    /** Deleting what is already gone is a success: a double click must not throw the user out of the page (domain.md 0.3). */
    async remove(input: { id: number }, context: Context): Promise<undefined> {
      const before = await find(input.id, context)
      if (!before) return undefined
      for (const [held, say] of options.inUse ?? []) {
        const [found] = await context.db
          .select({ count: countOf(held, id) })
          .from(table as PgTable)
          .where(eq(id, input.id))
        if (found?.count) throw problem.conflict(say(found.count))
      }
      if (columns.deleted_at)
        await context.db
          .update(table)
          .set({ deleted_at: context.now.toISOString() } as any)
          .where(eq(id, input.id))
      else await context.db.delete(table).where(eq(id, input.id))
      await context.history(options.model, input.id, 'deleted', before, null)
      return undefined
    },
  }
}
