import { fold } from '../../../src/contract/kernel/fold.ts'
import type { Sheet } from '../../../src/contract/kernel/importing.ts'
import { productFields } from '../../../src/contract/shop/products.ts'
import { productProblems } from '../../../src/rules/shop/product-problems.ts'
import { ecommerce_categories, ecommerce_products as table } from '../../db/schema/shop/shop.ts'
import type { JobContext } from '../../lib/jobs/job-kind.ts'
import { type Importable, type Judged, judge } from '../../lib/tables/import.ts'
import { productScope } from './scope.ts'

const { tags: _, stations: __, ...fields } = productFields
export const importable: Importable = {
  table,
  fields,
  key: 'code',
  uniques: [],
  makes: () => true,
  scope: productScope,
  rules: (record) => productProblems(record),
}
/** As many names are listed in a sentence. */
const NAMED = 8
function unknownCategory(typed: string, names: readonly string[]) {
  const some = names.slice(0, NAMED).map((name) => `«${name}»`)
  return `La categoria «${typed}» non esiste. Ci sono: ${some.join(', ')}${names.length > NAMED ? ' e altre' : ''}.`
}

/** Compares lines with the articles there are. The category is given by its name, whatever its case and accents, and is said so too. */
export async function judgeProducts({ columns, lines, ...sheet }: Sheet, asked: Pick<JobContext, 'db' | 'user'>): Promise<Judged[]> {
  const categories = await asked.db.select().from(ecommerce_categories).orderBy(ecommerce_categories.name)
  const ids = new Map(categories.map(({ id, name }) => [fold(name), String(id)]))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const at = columns.indexOf('category')
  const translated = lines.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, column) => (column === at ? (ids.get(fold(cell.trim())) ?? '') : cell)),
  }))
  const judged = await judge(
    importable,
    { columns: columns.map((name) => (name === 'category' ? 'category_id' : name)), lines: translated, ...sheet },
    asked,
  )
  return judged.map((one, row) => {
    const { cells } = lines[row]!
    const typed = cells[at]?.trim() ?? ''
    const { category_id, ...rest } = one.errors
    const wrong = typed && !ids.has(fold(typed)) ? unknownCategory(typed, [...names.values()]) : category_id
    const errors = { ...rest, ...(wrong && { category: wrong }) }
    const named = (value: unknown) => names.get(value as number) ?? null
    const changes = one.changes.map((change) =>
      change.field === 'category_id' ? { field: 'category', before: named(change.before), after: named(change.after) } : change,
    )
    const { record, ...told } = one
    if (Object.keys(errors).length) return { ...told, cells, errors, changes: [], state: 'errore' }
    return { ...one, cells, errors, changes }
  })
}
