import { allows } from '../../../src/contract/kernel/policies.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { ecommerce_products as table } from '../../db/schema/shop/shop.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { restore } from '../../lib/tables/restore.ts'
import { unimport } from '../../lib/tables/undo-import.ts'
import { importable } from './judge-products.ts'
import { changeProduct } from './product-import-job.ts'

type Undo = (change: typeof model_history.$inferSelect, context: JobContext) => Promise<RowResult>
const allowed =
  (undo: Undo): Undo =>
  (change, context) => {
    if (!allows('eco.admin', context.user)) throw problem.forbidden()
    return undo(change, context)
  }
const back = unimport(importable, (input, job) => changeProduct(input as { id: number; rev: number }, job))

/** How changes of articles by a job are undone. An article that was deleted comes back without its photo, whose file is gone. */
export const productUndo = {
  created: allowed(back.created),
  updated: allowed(back.updated),
  deleted: allowed(({ old }, context) =>
    restore({ model: 'ecommerce_product', table }, { ...old, image_320: null, image_960: null }, context),
  ),
}
