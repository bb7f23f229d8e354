import { createFileRoute } from '@tanstack/react-router'
import { serviceCategories, services } from '../../../contract/stations/services.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { yesNo } from '../../../crud/list/filters.tsx'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { IconListCheck as icon } from '../../../ui/icons.tsx'

export const Route = createFileRoute('/_signed/servizi')({
  ...listRoute<typeof services.list>('services.write'),
  loader: listLoader(services.list),
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
