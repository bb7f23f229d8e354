import { and, eq, getTableColumns, type InferSelectModel, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint, Page } from '../../src/contract/endpoint.ts'
import { wordsOf } from '../../src/contract/fields.ts'
import { labelOf, messages } from '../../src/contract/valibot-it.ts'
import { fieldsOf, Json, jsonOf, kindOf } from './as-json.ts'
import { type AtOnce, isSecret } from './audit.ts'
import { countOf, replaceRows, rowsOf } from './children.ts'
import type { Context } from './context.ts'
import { fixed } from './db.ts'
import { problem } from './problem.ts'
import { inWords, type ListInput, matches, ordering, paged, pageOf, sizeOf, unique } from './table.ts'

const dialect = new PgDialect()
/** At most so many texts of a list are kept: a person may ask for any order of sorts. */
const TEXTS = 50

type Beside = Record<string, SQL>
type Whole<T extends PgTable, B extends Beside> = InferSelectModel<T> & { [K in keyof B]: B[K] extends SQL<infer V> ? V : never }
type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>
type Sentences = Record<string, readonly [field: string, sentence: string]>

export interface CrudOptions<T extends PgTable, R extends Beside, X extends Beside, C extends string> {
  /** Name in the history. */
  model: string
  search: readonly Columns<T>[]
  /** Allowed sorts; the first is the default. */
  sort: readonly (Columns<T> | Extract<keyof NoInfer<R>, string>)[]
  /** What a row of the list has beside its columns; a record has it too. */
  row?: R
  /** What a record has beside its columns. */
  record?: X
  /** Lists in the body that are rows of their own: the column in which these name their record. */
  children?: Record<C, AnyPgColumn>
  /** Which rows a person may reach at all. */
  scope?: (context: Context) => SQL | undefined
  /** Filters of the list that are no equality with the column of their name. */
  filters?: Record<string, (value: any, context: Context) => SQL | undefined>
  /** Sentences of constraints, by name, where those of a field that must be unique or must exist do not do. */
  sentences?: Sentences
  /** Columns whose rows hold a record back from being deleted, with the sentence that says how many. */
  inUse?: readonly (readonly [column: AnyPgColumn, say: (count: number) => string])[]
}

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
      ? [[key.getName(), [fieldOf(columns[0]!), messages.exists(labels(fieldOf(columns[0]!)))] as const] as const]
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
  const columns = getTableColumns(table as PgTable) as Record<string, AnyPgColumn>
  const column = (name: string) => columns[name]!
  const id = column('id')
  const fields = (contract.create ?? contract.update)?.body?.entries ?? {}
  const sentences = { ...sentencesOf(table, (field) => (fields[field] && labelOf(fields[field])) ?? field), ...options.sentences }
  const children = Object.entries<AnyPgColumn>(options.children ?? {})
  const beside = { ...options.row, ...options.record, ...Object.fromEntries(children.map(([name, owner]) => [name, rowsOf(owner, id)])) }
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
    for (const [name, owner] of given) await replaceRows(context.db, owner, made.id, made[name], input[name])
    return (given.length ? (await one(made.id, context))[0] : made) as Item
  }

  const isWhole = (input: any) => ['search', 'query', 'facet', ...filters].every((name) => input[name] === undefined || input[name] === '')
  const shown = fieldsOf(contract.list?.envelope === 'page' ? contract.list.output : undefined, row)
  const shownJson = shown && !options.scope && jsonOf(shown)
  const texts = new Map<string, string>()
  /** The list as it opens, of all rows: the database writes the page itself, from a text that is known. */
  async function whole(input: ListInput, { db, totals }: Context, json: SQL): Promise<Page<Row>> {
    const size = sizeOf(input)
    const { known, keep } = totals.recall('')
    const key = `${size} ${input.page === 1} ${known === undefined} ${input.sort ?? ''}`
    let text = texts.get(key)
    if (!text) {
      const order = sql.join(ordering(input.sort, sorts, id), sql`, `)
      const where = sql`from ${table} where ${alive ?? sql`true`}`
      const built = dialect.sqlToQuery(
        sql`select coalesce(json_agg(r), '[]')::text as data, ${known === undefined ? sql`(select count(*)::int ${where})` : sql`null`} as in_all
          from (select ${json} ${where} order by ${order} limit ${sql.raw(String(size))} ${input.page === 1 ? sql`` : sql`offset ${sql.placeholder('offset')}`}) r`.inlineParams(),
      )
      text = built.sql
      if (texts.size >= TEXTS) texts.clear()
      texts.set(key, text)
    }
    const { rows } = (await db.execute(fixed(text, input.page === 1 ? [] : [(input.page - 1) * size]))) as unknown as {
      rows: [{ data: string; in_all: number | null }]
    }
    const total = known ?? rows[0].in_all!
    keep(total)
    return pageOf(input, new Json(rows[0].data) as never, total)
  }

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

  const recordJson = Object.keys(record).some(isSecret) ? undefined : jsonOf(record, true)
  const output = fieldsOf(contract.create?.output, record, true)
  const outputJson = output && jsonOf(output, true)
  const inserts = new Map<string, string>()
  /** A new record with nothing but its columns, as the head of one statement; undefined where there is more to do. */
  const atOnce: AtOnce = (input, context) => {
    if (!recordJson || !outputJson || children.some(([name]) => input[name]?.length)) return undefined
    const given = Object.entries(own(input)).filter(([, value]) => value !== undefined)
    const names = given.map(([name]) => name)
    if (!names.every((name) => kindOf(column(name)))) return undefined
    const key = names.join()
    let text = inserts.get(key)
    if (!text) {
      const fields = sql.join(
        [...names, 'created_by', 'updated_by'].map((name) => sql.identifier(column(name).name)),
        sql`, `,
      )
      const values = sql.raw([...names.map((_, at) => `$${at + 2}`), '$1', '$1'].join())
      const built = dialect.sqlToQuery(
        sql`with made as (insert into ${table} (${fields}) values (${values}) returning *), told as (
          select id, (select row_to_json(r) from (select ${recordJson}) r) as record, (select row_to_json(r) from (select ${outputJson}) r) as output
          from made as ${table})`.inlineParams(),
      )
      text = built.sql
      if (inserts.size >= TEXTS) inserts.clear()
      inserts.set(key, text)
    }
    return { model: options.model, text, values: [context.user.id, ...given.map(([, value]) => value)] }
  }

  return {
    /** `within`: of these rows alone. */
    async list(input: ListInput, context: Context, within?: SQL): Promise<Page<Row>> {
      if (shownJson && !within && isWhole(input)) return whole(input, context, shownJson)
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
        (in_all, limit, offset) =>
          context.db
            .select({ ...row, in_all })
            .from(table as PgTable)
            .where(where)
            .orderBy(...ordering(input.sort, sorts, id))
            .limit(limit)
            .offset(offset) as PromiseLike<any[]>,
        columns,
      )
    },
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
