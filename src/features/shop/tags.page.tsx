import { ColorSwatch } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ecommerceTags } from '../../contract/shop/tags.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { listSearch } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { IconBookmark as icon } from '../../ui/icons.tsx'
import type { TagsSearch } from './searches.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/intracommerce/tag')({
  validateSearch: (raw: object) => raw as TagsSearch,
  beforeLoad: guard('eco.admin'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(ecommerceTags.list, listSearch(ecommerceTags.list)(deps))),
  component: TagsPage,
})

const words = { title: 'Tags', fresh: 'Nuovo tag', thing: 'il tag', none: 'Nessun tag.', icon } as const

/** The tags of articles. */
function TagsPage() {
  return (
    <CrudList
      resource={ecommerceTags}
      words={words}
      columns={{
        Nome: { show: (tag) => tag.name, sort: 'name' },
        Colore: { show: (tag) => tag.color && <ColorSwatch color={tag.color} size={16} />, text: (tag) => tag.color ?? '', width: 5 },
        'N. articoli': { show: (tag) => tag.products_count, sort: 'products_count', numeric: true },
      }}
    />
  )
}
