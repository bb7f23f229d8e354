import { createFileRoute } from '@tanstack/react-router'
import { serviceCategories, services } from '../../../contract/stations/services.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { yesNo } from '../../../crud/list/filters.tsx'
import { listSearch } from '../../../crud/list/list-search.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { IconListCheck as icon } from '../../../ui/icons.tsx'
import type { ServicesSearch } from './services-search.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/servizi')({
  validateSearch: (raw: object) => raw as ServicesSearch,
  beforeLoad: guard('services.write'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(query(services.list, listSearch(services.list)(deps))),
  component: ServicesPage,
})

const words = { title: 'Impostaz. Servizi', fresh: 'Nuovo servizio', thing: 'il servizio', none: 'Nessun servizio.', icon } as const

/** The services a station may offer. */
function ServicesPage() {
  return (
    <CrudList
      resource={services}
      words={words}
      filters={{ active: yesNo('Attivo') }}
      columns={{
        Nome: { show: (service) => service.name, sort: 'name' },
        Categoria: { show: (service) => service.category && serviceCategories[service.category], sort: 'category' },
        Posizione: { show: (service) => service.position, sort: 'position', numeric: true },
        'N. punti vendita': { show: (service) => service.stations_count, sort: 'stations_count', numeric: true },
        Attivo: { show: (service) => (service.active ? 'Sì' : 'No'), width: 5 },
      }}
    />
  )
}
