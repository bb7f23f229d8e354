import { createFileRoute } from '@tanstack/react-router'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { recordRoute } from '../../../crud/list/crud-route.ts'
import { listSearch } from '../../../crud/list/list-search.ts'
import { query } from '../../../lib/query.ts'
import { part } from '../../../ui/part.tsx'
import { TankList } from './TankList.tsx'

const StationTanks = part(() => import('./StationTanks.tsx').then((m) => m.StationTanks))

export const Route = createFileRoute('/_signed/stazioni/cisterne/{-$id}')({
  ...recordRoute<typeof tanks.all, { intervento?: string }>('equip.read'),
  // An arrow: what is written as a method is not split off the start.
  loader: async ({ context: { queryClient }, deps, params: { id } }) => {
    // Data kept on the device are shown at once, and stay if there is no network.
    if (id) await import('./tank-store.ts').then(({ loadStoredTanks }) => loadStoredTanks(queryClient, id)).catch(() => undefined)
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
