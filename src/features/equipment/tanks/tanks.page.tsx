import { createFileRoute } from '@tanstack/react-router'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { listSearch } from '../../../crud/list/list-search.ts'
import { optionalIdParam } from '../../../crud/record/id-param.ts'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { part } from '../../../ui/part.tsx'
import { TankList } from './TankList.tsx'

const StationTanks = part(() => import('./StationTanks.tsx').then((m) => m.StationTanks))

// As `recordRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/stazioni/cisterne/{-$id}')({
  validateSearch: (raw: object) => raw as { intervento?: string },
  params: optionalIdParam,
  beforeLoad: guard('net.read'),
  loaderDeps: ({ search: { intervento: _, ...deps } }) => deps,
  // An arrow: what is written as a method is not split off the start.
  loader: async ({ context: { queryClient }, deps, params: { id } }) => {
    // Data kept on the device are shown at once, and stay if there is no network.
    if (id) await import('./tank-store.ts').then(({ bringKept }) => bringKept(queryClient, id)).catch(() => undefined)
    if (id) void queryClient.prefetchQuery(query(tanks.list, { id }, true))
    else void queryClient.prefetchQuery(query(tanks.all, listSearch(tanks.all)(deps)))
  },
  component: TanksPage,
})

/** "Cisterne": those of the network, or of one station with what was done to them. */
function TanksPage() {
  const { id } = Route.useParams()
  const { intervento } = Route.useSearch()
  return id ? <StationTanks key={id} id={id} opened={intervento} /> : <TankList />
}
