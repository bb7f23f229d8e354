import { eq } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { ecommerce_products as table } from '../../db/schema/shop/shop.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { restore } from '../../lib/tables/restore.ts'

type Change = typeof model_history.$inferSelect
const CHANGED = 'Modificato successivamente da altri.'
const allowed = ({ user }: JobContext) => {
  if (!allows('eco.admin', user)) throw problem.forbidden()
}

/** How changes of articles by a job are undone. */
export const productUndo = {
  /** The article comes back without its photo, whose file is gone. */
  deleted({ old }: Change, context: JobContext): Promise<RowResult> {
    allowed(context)
    return restore({ model: 'ecommerce_product', table }, { ...old, image_320: null, image_960: null }, context)
  },
  /** Price and state as they were, unless somebody has changed them since. */
  async updated({ model_id, old, new: made }: Change, context: JobContext): Promise<RowResult> {
    allowed(context)
    const { db, user, now, history } = context
    const [before] = await db.select().from(table).where(eq(table.id, model_id)).for('update')
    if (!before) throw problem.conflict('Nel frattempo è stato eliminato.')
    const { price, active } = old as { price: number; active: boolean }
    if (before.price === price && before.active === active) return { outcome: 'invariato', message: 'È già come prima.' }
    if (before.price !== made?.price || before.active !== made?.active) throw problem.conflict(CHANGED)
    const [after] = await db
      .update(table)
      .set({ price, active, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, model_id))
      .returning()
    await history('ecommerce_product', model_id, 'updated', before, after)
    return { outcome: 'fatto', message: 'Come prima.' }
  },
}
