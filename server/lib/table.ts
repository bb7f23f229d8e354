import { and, asc, desc, eq, getTableColumns, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Page } from '../../src/contract/endpoint.ts'
import { folded } from '../db/folded.ts'
import { fold } from '../domain/search-text.ts'
import type { Context } from './context.ts'
import { Problem, problem } from './problem.ts'

const dialect = new PgDialect()

export interface ListInput {
  page: number
  per_page: number
  search?: string | undefined
  query?: string | undefined
  sort?: string | undefined
  is_paginated: number
}
/** Every word must occur in a text that is kept folded (domain.md 0.2). */
export function contains(search: string | undefined, text: AnyPgColumn | SQL): SQL | undefined {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return and(...words.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`))
}
/** Every word must occur in the concatenated columns. */
export const matches = (search: string | undefined, ...columns: (AnyPgColumn | SQL)[]): SQL | undefined =>
  contains(
    search,
    sql.join(
      columns.map((column) => sql`coalesce(${folded(sql`${column}::text`)}, '')`),
      sql` || ' ' || `,
    ),
  )
/** `name,-created_at` over an allow-list; 422 for anything else; `id` breaks ties so that pages are stable. */
export function ordering(sort: string | undefined, allowed: Record<string, AnyPgColumn | SQL>, id: AnyPgColumn): SQL[] {
  const wanted = (sort || Object.keys(allowed)[0]!).split(',')
  const parts = wanted.map((part) => {
    const name = part.replace(/^-/, '')
    const column = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!column) throw problem.badSort()
    const key = 'dataType' in column && column.dataType === 'string' && column.columnType === 'PgText' ? folded(column) : column
    return part.startsWith('-') ? sql`${key} desc nulls last` : asc(key)
  })
  return [...parts, wanted[0]?.startsWith('-') ? desc(id) : asc(id)]
}
/**
 * One page of any select, and how many rows `from` has in all under `where`: one statement, for the select takes the count as its column `in_all`.
 * Only past the end it has to go alone; and it is not counted again for another page as long as nothing has changed.
 */
export async function paged<T extends { in_all: number }>(
  input: ListInput,
  { db, totals }: Pick<Context, 'db' | 'totals'>,
  [from, where]: readonly [from: PgTable | SQL, where: SQL | undefined],
  rows: (in_all: SQL<number>, limit: number, offset: number) => PromiseLike<T[]>,
): Promise<Page<T>> {
  const size = input.is_paginated ? input.per_page : 1000
  const page = input.is_paginated ? input.page : 1
  const counted = db.$count(from, where)
  const { sql: text, params } = dialect.sqlToQuery(counted)
  const { known, keep } = totals.recall(`${text} ${JSON.stringify(params)}`)
  // Part of the statement and no parameter, or it could not be planned once for so few rows.
  const limit = sql.raw(String(size)) as unknown as number
  const data = await rows(known === undefined ? counted : sql<number>`${known}::int`, limit, (page - 1) * size)
  const total = known ?? data[0]?.in_all ?? (page === 1 ? 0 : await counted)
  keep(total)
  return { data, last_page: Math.max(1, Math.ceil(total / size)), current_page: page, per_page: size, total }
}

type Whole<T extends PgTable, B extends Record<string, SQL>> = InferSelectModel<T> & {
  [K in keyof B]: B[K] extends SQL<infer V> ? V : never
}
type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>
interface CrudOptions<T extends PgTable, B extends Record<string, SQL>> {
  /** Name in the history. */
  model: string
  search: readonly Columns<T>[]
  /** Allowed sorts; the first is the default. */
  sort: readonly Columns<T>[]
  /** Messages of unique constraints: name of the constraint → [field, message]. */
  unique?: Record<string, readonly [string, string]>
  /** What belongs to a row, as further columns. */
  beside?: B
  /** Saves what the body holds beyond the row's own columns, in the same transaction; gives whether there was anything to save. */
  save?: (row: Whole<T, B>, input: any, context: Context) => Promise<boolean>
  /** Refuses a delete by throwing (409 with the count). */
  guard?: (id: number, context: Context) => Promise<void>
}

/** The five handlers of a plain table: find, may I, do; history and optimistic lock included. */
export function crudOn<T extends PgTable, B extends Record<string, SQL>>(table: T, options: CrudOptions<T, B>) {
  type R = Whole<T, B>
  const columns = table as unknown as Record<string, AnyPgColumn>
  const column = (name: string) => columns[name]!
  const own = (input: any) => Object.fromEntries(Object.entries(input).filter(([key]) => key in columns && !['id', 'rev'].includes(key)))
  const alive = columns.deleted_at ? isNull(columns.deleted_at) : undefined
  const whole = { ...getTableColumns(table as PgTable), ...options.beside } as Record<string, AnyPgColumn>
  const select = ({ db }: Context, more?: Record<string, SQL>) => db.select({ ...whole, ...more }).from(table as PgTable)
  const read = (id: number, context: Context) => select(context).where(and(eq(column('id'), id), alive))
  /** The row, locked for the transaction that will write it. */
  const find = async (id: number, context: Context): Promise<any> => (await read(id, context).for('update', { of: table }))[0]
  /** The row as it is after what belongs to it is saved too. */
  const saved = async (row: any, input: any, context: Context): Promise<R> =>
    (await options.save?.(row, input, context)) ? ((await read(row.id, context))[0] as R) : row
  return {
    async list(input: ListInput, context: Context): Promise<Page<R>> {
      const where = and(alive, matches(input.search ?? input.query, ...options.search.map(column)))
      const order = ordering(input.sort, Object.fromEntries(options.sort.map((name) => [name, column(name)])), column('id'))
      return paged(
        input,
        context,
        [table, where],
        (in_all, limit, offset) =>
          select(context, { in_all })
            .where(where)
            .orderBy(...order)
            .limit(limit)
            .offset(offset) as PromiseLike<any[]>,
      )
    },
    async get({ id }: { id: number }, context: Context): Promise<R> {
      const [row] = await read(id, context)
      if (!row) throw problem.notFound()
      return row as R
    },
    async create(input: any, context: Context): Promise<R> {
      const [row]: any[] = await unique(options.unique, () =>
        context.db
          .insert(table)
          .values({ ...own(input), created_by: context.user.id, updated_by: context.user.id } as any)
          .returning(whole),
      )
      const made = await saved(row, input, context)
      context.audit({ entity_id: row.id })
      await context.history(options.model, row.id, 'created', null, made)
      return made
    },
    async update(input: any, context: Context): Promise<R> {
      const before = await find(input.id, context)
      if (!before) throw problem.notFound()
      if (input.rev !== before.rev) throw problem.stale(before)
      const [next] = await unique<any[]>(
        options.unique,
        () =>
          context.db
            .update(table)
            .set({ ...own(input), rev: before.rev + 1, updated_at: context.now.toISOString(), updated_by: context.user.id } as any)
            .where(eq(column('id'), input.id))
            .returning(whole) as any,
      )
      const changed = await saved(next, input, context)
      await context.history(options.model, input.id, 'updated', before, changed)
      return changed
    },
    /** Deleting what is already gone is a success: a double click must not throw the user out of the page (domain.md 0.3). */
    async remove({ id }: { id: number }, context: Context): Promise<undefined> {
      const before = await find(id, context)
      if (!before) return undefined
      await options.guard?.(id, context)
      if (columns.deleted_at)
        await context.db
          .update(table)
          .set({ deleted_at: context.now.toISOString() } as any)
          .where(eq(column('id'), id))
      else await context.db.delete(table).where(eq(column('id'), id))
      await context.history(options.model, id, 'deleted', before, null)
      return undefined
    },
  }
}

/** Turns a violation of what is unique, or of what must exist, into the sentence of its field; `messages` by name of the constraint. */
export async function unique<T>(messages: Record<string, readonly [string, string]> | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = (error as { cause?: { code?: string; constraint?: string } }).cause
    const found = cause?.code === '23505' || cause?.code === '23503' ? messages?.[cause.constraint ?? ''] : undefined
    if (found) throw new Problem(422, 'I dati inseriti non sono validi.', { [found[0]]: found[1] })
    throw error
  }
}
