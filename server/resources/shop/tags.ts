import { sql } from 'drizzle-orm'
import { ecommerceTags } from '../../../src/contract/shop/tags.ts'
import { ecommerce_products, ecommerce_tags as table } from '../../db/schema/shop/shop.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { emptyForNew } from '../../lib/tables/sql-json.ts'

const plain = plainOn(ecommerceTags, table, {
  model: 'ecommerce_tag',
  search: ['name'],
  sort: ['name', 'products_count', 'created_at'],
  row: {
    products_count: emptyForNew(sql<number>`(select count(*)::int from ${ecommerce_products} p where p.tags @> array[${table}.id])`, '0'),
  },
})
export default implement(ecommerceTags, {
  ...plain,
  async remove(input, context) {
    // A product that gets the tag holds its row, so this waits for it.
    await context.db.execute(sql`select 1 from ${table} where ${table.id} = ${input.id} for update`)
    const used = await context.db.$count(ecommerce_products, sql`${ecommerce_products.tags} @> array[${input.id}::int]`)
    if (used) throw problem.conflict(used === 1 ? 'Il tag è usato da 1 articolo.' : `Il tag è usato da ${used} articoli.`)
    return plain.remove(input, context)
  },
})
