import { ColorSwatch } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ticketCategories, ticketPriorities } from '../../contract/tickets/categories.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { yesNo } from '../../crud/list/filters.tsx'
import { listSearch } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { IconCategory as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { CategoriesSearch } from './categories-search.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/tickets/categorie')({
  validateSearch: (raw: object) => raw as CategoriesSearch,
  beforeLoad: guard('tickets.config'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(ticketCategories.list, listSearch(ticketCategories.list)(deps))),
  component: TicketCategoriesPage,
})

const CategoryForm = part(() => import('./CategoryForm.tsx').then((m) => m.CategoryForm))
const words = { title: 'Categorie ticket', fresh: 'Nuova categoria', thing: 'la categoria', none: 'Nessuna categoria.', icon } as const

function TicketCategoriesPage() {
  return (
    <CrudList
      resource={ticketCategories}
      words={words}
      form={CategoryForm}
      filters={{ active: yesNo('Attiva') }}
      columns={{
        Nome: { show: (one) => (one.parent ? `${one.parent} › ${one.name}` : one.name), sort: 'name', wide: true },
        Colore: {
          show: (one) => one.color && <ColorSwatch color={one.color} size={16} />,
          text: (one) => one.color ?? '',
          width: 5,
          spare: 1,
        },
        'SLA (ore)': { show: (one) => one.sla_hours, sort: 'sla_hours', numeric: true },
        Priorità: { show: (one) => ticketPriorities[one.default_priority], sort: 'default_priority', width: 7.5 },
        Gruppo: { show: (one) => one.group ?? '–', width: 11 },
        'N. modelli': { show: (one) => one.models_count, sort: 'models_count', numeric: true, spare: 3 },
        Posizione: { show: (one) => one.position, sort: 'position', numeric: true, spare: 2 },
        Attiva: { show: (one) => (one.active ? 'Sì' : 'No'), width: 5 },
      }}
    />
  )
}
