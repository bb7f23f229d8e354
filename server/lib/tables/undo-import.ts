import { and, eq, getTableColumns, getTableName, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { problem } from '../core/problem.ts'
import type { JobContext, RowResult } from '../jobs/job-kind.ts'
import type { Importable } from './import.ts'

type Change = typeof model_history.$inferSelect
const STAMPS = ['id', 'rev', 'created_at', 'created_by', 'updated_at', 'updated_by']

/** Whether any row of any table refers to this one. */
async function isNamed(table: PgTable, id: number, { db }: JobContext): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select conrelid::regclass::text as owner, attname as "column" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = ${getTableName(table)}::regclass`)) as { rows: { owner: string; column: string }[] }
  for (const { owner, column } of rows) {
    const of = sql`select 1 from ${sql.raw(owner)} where ${sql.identifier(column)} = ${id} limit 1`
    if (((await db.execute(of)) as { rows: unknown[] }).rows.length) return true
  }
  return false
}

/** Undoes what an import created or changed, unless somebody has changed it, or linked something to it, since. */
export function unimport({ table, scope }: Importable, update: (input: object, context: JobContext) => Promise<unknown>) {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const find = async (id: number, { db, user }: JobContext) => {
    const alive = columns.deleted_at && isNull(columns.deleted_at)
    const [row]: any[] = await db
      .select()
      .from(table)
      .where(and(eq(columns.id!, id), alive, scope(user)))
      .for('update')
    return row as Record<string, unknown> | undefined
  }
  return {
    async created({ model, model_id, new: made }: Change, context: JobContext): Promise<RowResult> {
      const row = await find(model_id, context)
      if (!row) return { outcome: 'invariato', message: 'Non c’è più.' }
      if (row.rev !== made?.rev) throw problem.changedSince()
      if (await isNamed(table, model_id, context)) throw problem.conflict('Intanto vi sono stati collegati altri dati.')
      await context.db.delete(table).where(eq(columns.id!, model_id))
      await context.history(model as HistoryModel, model_id, 'deleted', row, null)
      return { outcome: 'fatto', message: 'Eliminato.' }
    },
    async updated({ model_id, old, new: made }: Change, context: JobContext): Promise<RowResult> {
      const row = await find(model_id, context)
      if (!row) throw problem.conflict('Nel frattempo è stato eliminato.')
      const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
      const names = Object.keys(columns).filter((name) => !STAMPS.includes(name) && !same(old?.[name], made?.[name]))
      const open = names.filter((name) => !same(row[name], old?.[name]))
      if (!open.length) return { outcome: 'invariato', message: 'È già come prima.' }
      if (open.some((name) => !same(row[name], made?.[name]))) throw problem.changedSince()
      await update({ ...Object.fromEntries(open.map((name) => [name, old?.[name] ?? null])), id: model_id, rev: row.rev }, context)
      return { outcome: 'fatto', message: 'Come prima.' }
    },
  }
}
