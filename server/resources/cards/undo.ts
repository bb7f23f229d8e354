import { and, eq, gt, isNotNull, notInArray, sql } from 'drizzle-orm'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { model_history as past } from '../../db/schema/core/system.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { unimport } from '../../lib/tables/undo-import.ts'
import { writeStatus } from './card-status.ts'
import { asHistory, type CardRecord, lockCard, lockCustomer, saveCard } from './write-cards.ts'

type Change = typeof past.$inferSelect
const OF_STATE = ['status', 'block_reason', 'suspended_by', 'delivered_at', 'expires_at'] as const

/** How changes of cards that a job made are undone: a deletion, and a change of state where nothing has followed. */
const imported = unimport(
  { table, fields: {}, key: 'number', uniques: [], rules: () => ({}), makes: () => true, scope: () => undefined },
  async (input, context) => {
    const { id, rev, ...set } = input as { id: number; rev: number } & Partial<CardRecord>
    await saveCard(await lockCard({ id, rev }, context), set, context)
  },
)
export const cardUndo = {
  updated: imported.updated,
  /** A card that an import made is deleted as long as nobody has changed it since. */
  async created({ id, model_id, batch_id }: Change, context: JobContext): Promise<RowResult> {
    const [row] = await context.db.select().from(table).where(eq(table.id, model_id)).for('update')
    if (!row || row.deleted_at) return { outcome: 'invariato', message: 'Non c’è più.' }
    const since = and(eq(past.model, 'card'), eq(past.model_id, model_id), gt(past.id, id))
    const byOthers = and(since, notInArray(sql`coalesce(${past.batch_id}, '')`, [batch_id ?? '-', String(context.job)]))
    if (row.status !== 'to_activate' || row.synced_at || (await context.db.$count(past, byOthers))) throw problem.changedSince('Modificata')
    await context.db.update(table).set({ deleted_at: context.now.toISOString() }).where(eq(table.id, model_id))
    await context.history('card', model_id, 'deleted', asHistory(row), null)
    return { outcome: 'fatto', message: 'Eliminata.' }
  },
  async deleted({ model_id, old }: Change, context: JobContext): Promise<RowResult> {
    const [row] = await context.db
      .update(table)
      .set({ deleted_at: null })
      .where(and(eq(table.id, model_id), isNotNull(table.deleted_at)))
      .returning({ id: table.id })
    if (!row) return { outcome: 'invariato', message: 'C’è già.' }
    await context.history('card', model_id, 'restored', null, old)
    return { outcome: 'fatto', message: 'Di nuovo presente.' }
  },
  async status({ model_id, old, new: made }: Change, context: JobContext): Promise<RowResult> {
    const follows = made?.suspended_by === 'customer' || (old?.suspended_by === 'customer' && made?.status === 'active')
    if (follows) return { outcome: 'invariato', message: 'Segue il suo cliente.' }
    const row = await lockCard({ id: model_id }, context)
    if (row.status === old?.status) return { outcome: 'invariato', message: 'È già come prima.' }
    if (row.rev !== made?.rev) throw problem.changedSince('Modificata')
    const customer = await lockCustomer(row.customer_id, context)
    if (old?.status === 'active' && !customer?.active) throw problem.conflict('Il cliente è disattivato.')
    const before = Object.fromEntries(OF_STATE.map((name) => [name, old?.[name] ?? null])) as Partial<CardRecord>
    await saveCard(row, before, context, 'status')
    await writeStatus(row, before.status!, 'Ripristino di un’operazione in blocco', context)
    return { outcome: 'fatto', message: 'Come prima.' }
  },
}
