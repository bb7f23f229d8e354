import type { ecommerceCategories } from '../../contract/shop/categories.ts'
import type { ecommerceOrders } from '../../contract/shop/orders.ts'
import type { ecommerceProducts } from '../../contract/shop/products.ts'
import type { ecommerceTags } from '../../contract/shop/tags.ts'
import type { CrudSearch } from '../../crud/list/crud-route.ts'

// Beside the pages: named in their routes, even as types, the contracts would come with the first page of all.
export type CategoriesSearch = CrudSearch<typeof ecommerceCategories.list>
export type TagsSearch = CrudSearch<typeof ecommerceTags.list>
/** `pv`: the station that is ordered for. */
export type ProductsSearch = CrudSearch<typeof ecommerceProducts.list> & { pv?: number }
export type OrdersSearch = CrudSearch<typeof ecommerceOrders.list>
