import { createFileRoute, redirect } from '@tanstack/react-router'
import { expirations } from '../../contract/expirations/expirations.ts'
import { recordRoute } from '../../crud/list/crud-route.ts'
import { listSearch } from '../../crud/list/list-search.ts'
import { today } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { monthOf } from '../../rules/shared/calendar.ts'
import { part } from '../../ui/part.tsx'
import { ExpirationList } from './ExpirationList.tsx'
import { monthQuery } from './month.ts'

const ExpirationShow = part(() => import('./ExpirationShow.tsx').then((m) => m.ExpirationShow))

export const Route = createFileRoute('/_signed/scadenze/{-$id}')({
  ...recordRoute<typeof expirations.list, { mese?: string }>('exp.read'),
  // An arrow function, because the router's code splitting does not move methods out of the first load.
  loader: async ({ context: { queryClient }, deps, location, params: { id } }) => {
    const asked = listSearch(expirations.list)(deps)
    // A link from one date of a record: its open expiration is shown at once.
    if (!id && asked.subject?.length === 1 && asked.subject[0]!.split(':').length === 3) {
      const found = await queryClient.fetchQuery(query(expirations.list, { ...asked, status: ['open'] })).catch(() => undefined)
      const [one, ...others] = found?.data ?? []
      if (one && !others.length) throw redirect({ to: '/scadenze/{-$id}', params: { id: one.id }, search: {}, replace: true })
    }
    if (id) void queryClient.prefetchQuery(query(expirations.get, { id }, true))
    const { scheda, mese } = location.search as { scheda?: string; mese?: string }
    if (!id) void queryClient.prefetchQuery(scheda ? monthQuery(mese ?? monthOf(today()), asked) : query(expirations.list, asked))
  },
  component: ExpirationsPage,
})

function ExpirationsPage() {
  const { id } = Route.useParams()
  return id ? <ExpirationShow key={id} id={id} /> : <ExpirationList />
}
