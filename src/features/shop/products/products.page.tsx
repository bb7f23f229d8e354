import { createFileRoute } from '@tanstack/react-router'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { listSearch } from '../../../crud/list/list-search.ts'
import { optionalIdParam } from '../../../crud/record/id-param.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import type { ProductsSearch } from '../searches.ts'
import { ProductList } from './ProductList.tsx'

const Shop = part(() => import('../catalogue/Shop.tsx').then((m) => m.Shop))
const ProductShow = part(() => import('./ProductShow.tsx').then((m) => m.ProductShow))

// As `recordRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/intracommerce/articoli/{-$id}')({
  validateSearch: (raw: object) => raw as ProductsSearch,
  params: optionalIdParam,
  beforeLoad: guard('eco.order'),
  loaderDeps: ({ search: { modulo: _, scheda: __, pv: ___, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps, params: { id } }) =>
    void queryClient.prefetchQuery(
      id
        ? (query(ecommerceProducts.get, { id }, true) as never)
        : (query(ecommerceProducts.list, listSearch(ecommerceProducts.list)(deps)) as never),
    ),
  component: ProductsPage,
})

/** "Articoli": the list for those who manage orders, the catalogue for those who order, and one article. */
function ProductsPage() {
  const { id } = Route.useParams()
  const administers = useCan()('eco.admin')
  if (id) return <ProductShow key={id} id={id} />
  return administers ? <ProductList /> : <Shop title="Articoli" meanwhile={<LoadingRows />} />
}
