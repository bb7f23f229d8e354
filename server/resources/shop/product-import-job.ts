import type { StartedSheet } from '../../../src/contract/kernel/importing.ts'
import { productImport, productSheet } from '../../../src/contract/shop/product-import.ts'
import { ecommerce_products as table } from '../../db/schema/shop/shop.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { type ImportedLine, lineSheet, plannedLines } from '../../lib/tables/import.ts'
import { judgeProducts } from './judge-products.ts'
import { needProduct, saveProduct } from './products.ts'

/** The job's context for the functions of the calls. Jobs are logged themselves, so single rows are not audited. */
const asContext = (job: JobContext) => ({ ...job, audit: () => {} }) as unknown as Context
/** Changes some columns of an article. */
export async function changeProduct({ id, rev, ...set }: { id: number; rev: number }, job: JobContext) {
  const context = asContext(job)
  return saveProduct(await needProduct({ id, rev }, context), set, undefined, context)
}
async function createProduct(record: object, job: JobContext) {
  const { user, db, history } = job
  const values = { ...record, created_by: user.id, updated_by: user.id } as typeof table.$inferInsert
  const [made] = await db.insert(table).values(values).returning()
  await history('ecommerce_product', made!.id, 'created', null, made)
}
/** Creates and changes articles from a sheet, line by line. Each line is judged again on the articles as they are then. */
export const importProducts = jobKind<StartedSheet, ImportedLine>({
  type: 'import_articoli',
  name: 'Importazione articoli',
  policy: productImport.start.policy,
  input: productImport.start.body,
  batch: 25,
  undo: true,
  sheet: productSheet,
  plan: async (sheet) => plannedLines(sheet, ({ code = '', name = '' }) => `${code} ${name}`),
  async row(line, job) {
    const [found] = await judgeProducts(lineSheet(line), job)
    const { state, errors, record, before, changes } = found!
    if (!record || state === 'errore') throw problem.unprocessable(Object.values(errors).join(' '))
    if (state === 'uguale') return { outcome: 'invariato', message: 'È già così.' }
    if (!before) await createProduct(record, job)
    else await changeProduct({ ...record, id: before.id, rev: before.rev }, job)
    const count = changes.length
    return { outcome: 'fatto', message: before ? `Modificato: ${count === 1 ? '1 campo' : `${count} campi`}` : 'Creato' }
  },
})
