import { Stack, Text } from '@mantine/core'
import { activity, activityActions, activityEntities, SEARCHED_DAYS } from '../../../contract/overview/activity.ts'
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
  const state = useListState(activity.list)
  const { search, from, to } = state.search
  return (
    <Stack gap="sm">
      {search && !from && !to && (
        <Text size="sm" c="dimmed">
          La ricerca guarda gli ultimi {SEARCHED_DAYS} giorni. Per andare più indietro scegli un periodo.
        </Text>
      )}
      <PagedTable
        {...state}
        columns={{
          'Data/ora': { ...textColumn(words['Data/ora']), sort: 'created_at', width: 9 },
          Utente: { ...textColumn(words.Utente) },
          Azione: { ...textColumn(words.Azione), width: 8 },
          Oggetto: { ...words.Oggetto, show: (row) => <RecordLink row={row} /> },
          IP: { ...textColumn(words.IP), width: 8, spare: 1 },
          Dispositivo: { ...textColumn(words.Dispositivo), spare: 2 },
          Esito: {
            ...words.Esito,
            show: (row) => (
              <StatusChip tone={row.status < 400 ? 'ok' : row.status < 500 ? 'wait' : 'error'} label={words.Esito.text(row)} />
            ),
            width: 8.5,
          },
        }}
        filters={filters}
        empty={<EmptyState message="Qui compare chi fa che cosa, dal primo accesso in poi." />}
      />
    </Stack>
  )
}
