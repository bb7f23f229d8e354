import { activity, activityActions, activityEntities } from '../../../contract/overview/activity.ts'
import { users } from '../../../contract/people/users.ts'
import { textColumn } from '../../../crud/list/columns.ts'
import { anyOf, anyOfMany, related } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { period } from '../../../crud/list/period.tsx'
import { activityColumns as words } from '../../../rules/overview/activity-columns.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { RecordLink } from './RecordLink.tsx'

const filters = {
  from: period('Periodo', 'to'),
  user_id: related('Utente', users.suggest, ({ name }) => name),
  action: anyOf('Azione', activityActions),
  entity: anyOfMany('Oggetto', activityEntities),
}
/** The log of who did what, read-only. */
export function ActivityList() {
  return (
    <PagedTable
      {...useListState(activity.list)}
      columns={{
        'Data/ora': { ...textColumn(words['Data/ora']), sort: 'created_at', width: 9 },
        Utente: { ...textColumn(words.Utente), sort: 'user' },
        Azione: { ...textColumn(words.Azione), sort: 'action', width: 8 },
        Oggetto: { ...words.Oggetto, show: (row) => <RecordLink row={row} />, sort: 'entity' },
        IP: { ...textColumn(words.IP), sort: 'ip', width: 8, spare: 1 },
        Dispositivo: { ...textColumn(words.Dispositivo), spare: 2 },
        Esito: {
          ...words.Esito,
          show: (row) => <StatusChip tone={row.status < 400 ? 'ok' : row.status < 500 ? 'wait' : 'error'} label={words.Esito.text(row)} />,
          sort: 'status',
          width: 8.5,
        },
      }}
      filters={filters}
      empty={<EmptyState message="Qui compare chi fa che cosa, dal primo accesso in poi." />}
    />
  )
}
