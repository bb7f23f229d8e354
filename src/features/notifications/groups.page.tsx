import { createFileRoute } from '@tanstack/react-router'
import { notificationGroups } from '../../contract/notifications/groups.ts'
import { notificationChannels, notificationEvents } from '../../contract/notifications/words.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { listRoute } from '../../crud/list/crud-route.ts'
import { yesNo } from '../../crud/list/filters.tsx'
import { listLoader } from '../../crud/list/list-loader.ts'
import { IconUsers as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { NOBODY } from './nobody.ts'

export const Route = createFileRoute('/_signed/tickets/gruppi-di-notifica')({
  ...listRoute<typeof notificationGroups.list>('tickets.config'),
  loader: listLoader(notificationGroups.list),
  component: GroupsPage,
})

const GroupForm = part(() => import('./GroupForm.tsx').then((m) => m.GroupForm))
const words = { title: 'Gruppi di Notifica', fresh: 'Nuovo gruppo', thing: 'il gruppo', none: 'Nessun gruppo.', icon } as const
const named = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>) => keys.map((key) => labels[key]).join(', ')

const yesOrNo = ({ active }: { active: boolean }) => (active ? 'Sì' : 'No')

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
        Attivo: {
          show: (one) => (one.active && !one.users_count && !one.emails ? <StatusChip tone="wait" label={NOBODY} /> : yesOrNo(one)),
          text: yesOrNo,
          width: 14,
        },
      }}
    />
  )
}
