import { createFileRoute, redirect } from '@tanstack/react-router'
import type { stations } from '../../contract/stations/stations.ts'
import type { CrudSearch } from '../../crud/list/crud-route.ts'

/** Where the map was once, with what the list was narrowed by. */
export const Route = createFileRoute('/_signed/stazioni/mappa')({
  validateSearch: (raw: object) => raw as CrudSearch<typeof stations.list>,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/stazioni', search: { ...search, mappa: true }, replace: true })
  },
})
