import { and, asc, desc, eq, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Page } from '../../src/contract/endpoint.ts'
import { folded } from '../db/folded.ts'
import { fold } from '../domain/search-text.ts'
import type { Context } from './context.ts'
import { Problem, problem } from './problem.ts'

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
/** One page of any select, and the count beside it. */
export async function paged<T>(
  input: ListInput,
  rows: (limit: number, offset: number) => Promise<T[]>,
  count: () => Promise<number>,
): Promise<Page<T>> {
  const size = input.is_paginated ? input.per_page : 1000
  const page = input.is_paginated ? input.page : 1
  const total = await count()
  const data = (page - 1) * size < total ? await rows(size, (page - 1) * size) : []
  return { data, last_page: Math.max(1, Math.ceil(total / size)), current_page: page, per_page: size, total }
}

type Columns<T extends PgTable> = Extract<keyof T['_']['columns'], string>
interface CrudOptions<T extends PgTable, R> {
  /** Name in the history. */
  model: string
  search: readonly Columns<T>[]
  /** Allowed sorts; the first is the default. */
  sort: readonly Columns<T>[]
  /** Messages of unique constraints: name of the constraint → [field, message]. */
  unique?: Record<string, readonly [string, string]>
  /** Completes rows with what belongs to them. */
  read?: (rows: InferSelectModel<T>[], context: Context) => Promise<R[]>
  /** Saves what the body holds beyond the row's own columns, in the same transaction. */
  save?: (row: InferSelectModel<T>, input: any, context: Context) => Promise<void>
  /** Refuses a delete by throwing (409 with the count). */
  guard?: (id: number, context: Context) => Promise<void>
}

/** The five handlers of a plain table: find, may I, do; history and optimistic lock included. */
export function crudOn<T extends PgTable, R = InferSelectModel<T>>(table: T, options: CrudOptions<T, R>) {
  const columns = table as unknown as Record<string, AnyPgColumn>
  const column = (name: string) => columns[name]!
  const own = (input: any) => Object.fromEntries(Object.entries(input).filter(([key]) => key in columns && !['id', 'rev'].includes(key)))
  const alive = columns.deleted_at ? isNull(columns.deleted_at) : undefined
  const complete = async (rows: any[], context: Context): Promise<R[]> => (options.read ? options.read(rows, context) : rows)
  const find = async (id: number, context: Context): Promise<any> => {
    const [row] = await context.db
      .select()
      .from(table as PgTable)
      .where(and(eq(column('id'), id), alive))
      .for('update')
    return row
  }
  const whole = async (row: any, context: Context): Promise<R> => (await complete([row], context))[0]!
  return {
    async list(input: ListInput, context: Context): Promise<Page<R>> {
      const where = and(alive, matches(input.search ?? input.query, ...options.search.map(column)))
      const order = ordering(input.sort, Object.fromEntries(options.sort.map((name) => [name, column(name)])), column('id'))
      return paged(
        input,
        async (limit, offset) =>
          complete(
            await context.db
              .select()
              .from(table as PgTable)
              .where(where)
              .orderBy(...order)
              .limit(limit)
              .offset(offset),
            context,
          ),
        () => context.db.$count(table, where),
      )
    },
    async get({ id }: { id: number }, context: Context): Promise<R> {
      const [row] = await context.db
        .select()
        .from(table as PgTable)
        .where(and(eq(column('id'), id), alive))
      if (!row) throw problem.notFound()
      return whole(row, context)
    },
    async create(input: any, context: Context): Promise<R> {
      const [row]: any[] = await unique(options.unique, () =>
        context.db
          .insert(table)
          .values({ ...own(input), created_by: context.user.id, updated_by: context.user.id } as any)
          .returning(),
      )
      await options.save?.(row, input, context)
      const saved = await whole(row, context)
      context.audit({ entity_id: row.id })
      await context.history(options.model, row.id, 'created', null, saved)
      return saved
    },
    async update(input: any, context: Context): Promise<R> {
      const row = await find(input.id, context)
      if (!row) throw problem.notFound()
      const before = await whole(row, context)
      if (input.rev !== undefined && input.rev !== row.rev) throw problem.stale(before)
      const [next] = await unique<any[]>(
        options.unique,
        () =>
          context.db
            .update(table)
            .set({ ...own(input), rev: row.rev + 1, updated_at: context.now.toISOString(), updated_by: context.user.id } as any)
            .where(eq(column('id'), input.id))
            .returning() as any,
      )
      await options.save?.(next, input, context)
      const saved = await whole(next, context)
      await context.history(options.model, input.id, 'updated', before, saved)
      return saved
    },
    /** Deleting what is already gone is a success: a double click must not throw the user out of the page (domain.md 0.3). */
    async remove({ id }: { id: number }, context: Context): Promise<undefined> {
      const row = await find(id, context)
      if (!row) return undefined
      await options.guard?.(id, context)
      const before = await whole(row, context)
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

/** Turns a unique violation into the sentence of its field. */
export async function unique<T>(messages: Record<string, readonly [string, string]> | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = (error as { cause?: { code?: string; constraint?: string } }).cause
    const found = cause?.code === '23505' ? messages?.[cause.constraint ?? ''] : undefined
    if (found) throw new Problem(422, 'I dati inseriti non sono validi.', { [found[0]]: found[1] })
    throw error
  }
}
