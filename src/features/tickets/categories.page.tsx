import { ColorSwatch, SegmentedControl } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { ticketCategories, ticketPriorities } from '../../contract/tickets/categories.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { listRoute } from '../../crud/list/crud-route.ts'
import { yesNo } from '../../crud/list/filters.tsx'
import { listLoader } from '../../crud/list/list-loader.ts'
import { IN_PLACE, readSearch, useParameters } from '../../crud/list/list-search.ts'
import { IconCategory as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

export const Route = createFileRoute('/_signed/tickets/categorie')({
  ...listRoute<typeof ticketCategories.list, { scheda?: 'albero' }>('tickets.config'),
  loader: listLoader(ticketCategories.list),
  component: TicketCategoriesPage,
})

const CategoryForm = part(() => import('./CategoryForm.tsx').then((m) => m.CategoryForm))
const words = { title: 'Categorie ticket', fresh: 'Nuova categoria', thing: 'la categoria', none: 'Nessuna categoria.', icon } as const

const CategoryTree = part(() => import('./CategoryTree.tsx').then((m) => m.CategoryTree))
const parameters = readSearch({ scheda: v.optional(v.literal('albero')) })

function TicketCategoriesPage() {
  const { scheda } = useParameters(parameters)
  const navigate = useNavigate()
  const views = (
    <SegmentedControl
      aria-label="Vista"
      data={[
        { value: '', label: 'Elenco' },
        { value: 'albero', label: 'Albero' },
      ]}
      value={scheda ?? ''}
      onChange={(next) =>
        void navigate({ to: '.', search: ((old: object) => ({ ...old, scheda: next || undefined })) as never, ...IN_PLACE })
      }
    />
  )
  if (scheda) return <CategoryTree words={words} views={views} />
  return (
    <CrudList
      resource={ticketCategories}
      words={words}
      form={CategoryForm}
      buttons={views}
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
