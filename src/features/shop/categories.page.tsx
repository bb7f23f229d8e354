import { createFileRoute } from '@tanstack/react-router'
import { ecommerceCategories } from '../../contract/shop/categories.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { yesNo } from '../../crud/list/filters.tsx'
import { listSearch } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { IconCategory as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { CategoriesSearch } from './searches.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/intracommerce/categoria')({
  validateSearch: (raw: object) => raw as CategoriesSearch,
  beforeLoad: guard('eco.admin'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(ecommerceCategories.list, listSearch(ecommerceCategories.list)(deps))),
  component: CategoriesPage,
})

const CategoryForm = part(() => import('./CategoryForm.tsx').then((m) => m.CategoryForm))
const words = { title: 'Categorie', fresh: 'Nuova categoria', thing: 'la categoria', none: 'Nessuna categoria.', icon } as const

/** The categories of articles: each of the second level follows the one it is under. */
function CategoriesPage() {
  return (
    <CrudList
      resource={ecommerceCategories}
      words={words}
      form={CategoryForm}
      filters={{ active: yesNo('Attiva') }}
      columns={{
        Nome: { show: (one) => (one.parent ? `${one.parent} › ${one.name}` : one.name), sort: 'name', wide: true },
        'N. articoli': { show: (one) => one.products_count, sort: 'products_count', numeric: true },
        Posizione: { show: (one) => one.position, sort: 'position', numeric: true, spare: 1 },
        Attiva: { show: (one) => (one.active ? 'Sì' : 'No'), width: 5 },
      }}
    />
  )
}
