import { eq, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { ecommerceCategories } from '../../../src/contract/shop/categories.ts'
import { ecommerce_products, ecommerce_categories as table } from '../../db/schema/shop/shop.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(ecommerceCategories, table, {
  model: 'ecommerce_category',
  search: ['name'],
  sort: ['position', 'name', 'products_count'],
  row: {
    products_count: countOf(ecommerce_products.category_id, table.id),
    parent: sql<string | null>`(select o.name from ecommerce_categories o where o.id = ${table}.parent_id)`,
  },
  inUse: [
    [
      ecommerce_products.category_id,
      (count) => (count === 1 ? 'La categoria contiene 1 articolo: spostarlo.' : `La categoria contiene ${count} articoli: spostarli.`),
    ],
  ],
})
interface ParentInput {
  id?: number
  parent_id?: number | null | undefined
}
/** Checks that the parent is a category of the first level, and that what gets a parent has no children. */
const checked =
  <I extends ParentInput, R>(write: (input: I, context: Context) => R) =>
  async (input: I, context: Context): Promise<Awaited<R>> => {
    const { db } = context
    const { id, parent_id } = input
    if (parent_id) {
      // Two requests at once could put two categories under each other, so one waits for the other.
      await db.execute(sql`select pg_advisory_xact_lock(hashtext('ecommerce_categories'))`)
      const [parent] = await db.select({ under: table.parent_id }).from(table).where(eq(table.id, parent_id))
      const nested = parent && (parent.under !== null || parent_id === id)
      const hasChildren = parent && id && (await db.$count(table, eq(table.parent_id, id)))
      refuse({
        parent_id: !parent
          ? messages.exists('Categoria superiore')
          : nested
            ? 'Scegliere una categoria di primo livello.'
            : hasChildren
              ? 'La categoria ha sottocategorie: non può stare sotto un’altra.'
              : undefined,
      })
    }
    return await write(input, context)
  }
export default implement(ecommerceCategories, {
  ...plain,
  create: checked(plain.create),
  update: checked(plain.update),
  async remove(input, context) {
    const under = await context.db.$count(table, eq(table.parent_id, input.id))
    if (under) throw problem.conflict(under === 1 ? 'La categoria ha 1 sottocategoria.' : `La categoria ha ${under} sottocategorie.`)
    return plain.remove(input, context)
  },
})
