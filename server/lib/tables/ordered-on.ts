import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { Context } from '../core/context.ts'
import { problem, refuse } from '../core/problem.ts'

interface Placed {
  id: number
  position: number
}
type Create<T> = (input: any, context: Context) => Promise<T>

/**
 * The handlers of a plain table whose rows are ordered by hand (`position`): a new row without a position comes last. `model`: its name in the history.
 * `within`: the column of the record that rows are ordered under, if each has an order of its own.
 */
export function orderedOn<T, C extends { create: Create<T> }>(table: PgTable, model: HistoryModel, crud: C, within?: string) {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const { id, position, rev } = columns as Record<'id' | 'position' | 'rev', AnyPgColumn>
  const owner = within ? columns[within] : undefined
  const next = sql<number>`coalesce(max(${position}), 0) + 1`

  async function create(input: Parameters<C['create']>[0], context: Context) {
    const [last] = await context.db
      .select({ next })
      .from(table)
      .where(owner && eq(owner, input[within!]))
    return crud.create({ position: last!.next, ...input }, context) as ReturnType<C['create']>
  }

  async function reorder({ ids, was }: { ids: number[]; was: number[] }, context: Context): Promise<undefined> {
    const { db, user, now } = context
    const under =
      owner &&
      eq(
        owner,
        db
          .select({ owner })
          .from(table)
          .where(eq(id, was[0] ?? 0)),
      )
    // Locked, so that of two people who reorder at once the second is told of the first.
    const found: any[] = await db.select().from(table).where(under).orderBy(id).for('update')
    const rows: Placed[] = found.toSorted((a, b) => a.position - b.position || a.id - b.id)
    const before = rows.map((row) => row.id)
    if (before.join() !== was.join())
      throw problem.conflict('Nel frattempo un altro utente ha cambiato l’ordine.', { data: before, code: 'stale' })
    const same = (one: number[]) => one.toSorted((a, b) => a - b).join()
    refuse({ ids: same(ids) === same(before) ? undefined : 'Ogni riga deve comparire una volta sola.' })
    const moved = rows.filter((row) => ids[row.position - 1] !== row.id)
    if (!moved.length) return undefined
    const changed: any[] = await db
      .update(table)
      .set({
        position: sql`array_position(${`{${ids}}`}::int[], ${id})`,
        rev: sql`${rev} + 1`,
        updated_at: now.toISOString(),
        updated_by: user.id,
      } as object)
      .where(
        inArray(
          id,
          moved.map((row) => row.id),
        ),
      )
      .returning()
    for (const row of changed) await context.history(model, row.id, 'updated', rows.find((one) => one.id === row.id)!, row)
    return undefined
  }
  return { ...crud, create, reorder }
}
