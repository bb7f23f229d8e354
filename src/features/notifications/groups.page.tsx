import { createFileRoute } from '@tanstack/react-router'
import { notificationGroups } from '../../contract/notifications/groups.ts'
import { notificationChannels, notificationEvents } from '../../contract/notifications/words.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { yesNo } from '../../crud/list/filters.tsx'
import { listSearch } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { IconUsers as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { GroupsSearch } from './groups-search.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/tickets/gruppi-di-notifica')({
  validateSearch: (raw: object) => raw as GroupsSearch,
  beforeLoad: guard('tickets.config'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(notificationGroups.list, listSearch(notificationGroups.list)(deps))),
  component: GroupsPage,
})

const GroupForm = part(() => import('./GroupForm.tsx').then((m) => m.GroupForm))
const words = { title: 'Gruppi di Notifica', fresh: 'Nuovo gruppo', thing: 'il gruppo', none: 'Nessun gruppo.', icon } as const
const named = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>) => keys.map((key) => labels[key]).join(', ')

function GroupsPage() {
  return (
    <CrudList
      resource={notificationGroups}
      words={words}
      form={GroupForm}
      filters={{ active: yesNo('Attivo') }}
      columns={{
        Nome: { show: (one) => one.name, sort: 'name', width: 13 },
        Descrizione: { show: (one) => one.description, wide: true, spare: 2 },
        Eventi: { show: (one) => named(one.events, notificationEvents) || 'Nessuno', wide: true },
        Canali: { show: (one) => ['App', named(one.channels, notificationChannels)].filter(Boolean).join(', '), width: 11 },
        'N. utenti': { show: (one) => one.users_count, sort: 'users_count', numeric: true },
        'Altre email': { show: (one) => one.emails?.split(';').filter(Boolean).length ?? 0, numeric: true, spare: 1 },
        Attivo: { show: (one) => (one.active ? 'Sì' : 'No'), width: 5 },
      }}
    />
  )
}
