import { eq, getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { problem } from '../core/problem.ts'
import type { JobContext, RowResult } from '../jobs/job-kind.ts'
import { replaceRows } from './children.ts'

type Told = Record<string, unknown>
interface Deleted {
  model: HistoryModel
  table: PgTable
  /** Lists in the history that are rows of their own, each with the column in which these name their record. */
  children?: Record<string, AnyPgColumn>
}
/**
 * Restores a deleted record under its own id, as its history has it. A record that others refer to cannot be deleted, so nothing else was lost with it.
 * @throws Problem if something else has taken its place since
 */
export async function restore(
  { model, table, children = {} }: Deleted,
  old: Told,
  { db, user, now, history }: JobContext,
): Promise<RowResult> {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const id = Number(old.id)
  if ((await db.select({ id: columns.id! }).from(table).where(eq(columns.id!, id))).length)
    return { outcome: 'invariato', message: 'C’è già.' }
  const values = Object.fromEntries(Object.entries(old).filter(([name]) => name in columns))
  const stamp = { rev: Number(old.rev) + 1, updated_at: now.toISOString(), updated_by: user.id }
  try {
    await db.transaction(async (savepoint) => {
      await savepoint
        .insert(table)
        .overridingSystemValue()
        .values({ ...values, ...stamp } as never)
      for (const [name, owner] of Object.entries(children)) await replaceRows(savepoint, owner, id, [], (old[name] as unknown[]) ?? [])
    })
  } catch (error) {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {}
    if (code === '23505') throw problem.conflict('Intanto ce n’è un altro con lo stesso nome o codice.')
    if (code === '23503') throw problem.conflict('Quello a cui era collegato non c’è più.')
    throw error
  }
  await history(model, id, 'restored', null, { ...old, ...stamp })
  return { outcome: 'fatto', message: 'Di nuovo presente.' }
}
