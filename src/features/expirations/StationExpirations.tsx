import { expirations } from '../../contract/expirations/expirations.ts'
import { expirationTypes, periodicities } from '../../contract/expirations/words.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { day, today } from '../../lib/format.ts'
import { dueStatus } from '../../rules/expirations/due-dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconClipboardText } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'

/** The expirations of one station, open ones first. */
export const StationExpirations = ({ id }: { id: number }) => (
  <PagedTable
    {...useListState(expirations.list)}
    given={{ station_id: [id] }}
    link={(one) => ({ to: '/scadenze/{-$id}', params: { id: one.id } })}
    columns={{
      Descrizione: { show: (one) => one.message, sort: 'message', title: true, wide: true },
      Stato: {
        show: (one) => <StatusChip {...dueStatus(one, today())} />,
        text: (one) => dueStatus(one, today()).label,
        sort: 'status',
        width: 9.5,
      },
      Data: { show: (one) => day(one.date), sort: 'date', width: 7 },
      Tipo: { show: (one) => expirationTypes[one.type], sort: 'type', spare: 1 },
      Periodicità: { show: (one) => periodicities[one.periodicity], sort: 'periodicity', spare: 2 },
    }}
    empty={<EmptyState icon={IconClipboardText} message="Nessuna scadenza di questo punto vendita." />}
  />
)
