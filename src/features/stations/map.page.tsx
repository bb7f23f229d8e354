import { createFileRoute, redirect } from '@tanstack/react-router'
import type { StationsSearch } from './searches.ts'

/** Where the map was once, with what the list was narrowed by. */
export const Route = createFileRoute('/_signed/stazioni/mappa')({
  validateSearch: (raw: object) => raw as StationsSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/stazioni', search: { ...search, mappa: true }, replace: true })
  },
})
