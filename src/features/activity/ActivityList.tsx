import { activity, activityActions, activityEntities } from '../../contract/activity.ts'
import { users } from '../../contract/users.ts'
import { anyOf, onDay, related, someOf } from '../../crud/filters.tsx'
import { useListState } from '../../crud/list-search.ts'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { activityTexts as texts } from '../../rules/activity-columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { RecordLink } from './RecordLink.tsx'
import { sinceDay } from './since-day.tsx'

const filters = {
  from: sinceDay('Dal'),
  to: onDay('Al'),
  user_id: related('Utente', users.suggest, ({ name }) => name),
  action: anyOf('Azione', activityActions),
  entity: someOf('Oggetto', activityEntities),
}
type Texts = typeof texts
const column = (heading: keyof Texts) => ({
  text: texts[heading],
  show: (row: Parameters<Texts[keyof Texts]>[0]) => texts[heading](row) || '–',
})

/** Who did what (domain.md 1.9). It is only read. */
export function ActivityList() {
  return (
    <PagedTable
      {...useListState(activity.list)}
      columns={{
        'Data/ora': { ...column('Data/ora'), sort: 'created_at', width: 9 },
        Utente: { ...column('Utente'), sort: 'user', wide: true },
        Azione: { ...column('Azione'), sort: 'action', width: 9 },
        Oggetto: { ...column('Oggetto'), show: (row) => <RecordLink row={row} />, sort: 'entity', wide: true },
        IP: { ...column('IP'), sort: 'ip', width: 8, spare: 1 },
        Dispositivo: { ...column('Dispositivo'), spare: 2 },
        Esito: {
          ...column('Esito'),
          show: (row) => <StatusChip tone={row.status < 400 ? 'ok' : row.status < 500 ? 'wait' : 'error'} label={texts.Esito(row)} />,
          sort: 'status',
          width: 11,
        },
      }}
      filters={filters}
      empty={<EmptyState message="Qui compare chi fa che cosa, dal primo accesso in poi." />}
    />
  )
}
