import { italianScore } from '../../contract/inspection-italian.ts'
import { OUTCOMES } from '../../contract/inspection-labels.ts'
import { INSPECTION_STATUSES, type InspectionRow, inspections } from '../../contract/inspections.ts'
import { anyOf, onDay, yesNo } from '../../crud/filters.tsx'
import { useListState } from '../../crud/list-search.ts'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { day } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { numberOf, outcomeTone, statusTone } from './words.ts'

const counts = ({ nc_count }: InspectionRow) => (nc_count ? `${nc_count.lieve}/${nc_count.grave}/${nc_count.critica}` : '–')

/** The verifiche the server knows, as far as the person may see them. */
export function InspectionList() {
  const can = useCan()
  const others = can('insp.approve')
  return (
    <PagedTable
      {...useListState(inspections.list)}
      columns={{
        Numero: { show: numberOf, sort: 'number' },
        'Punto vendita': { show: ({ station }) => `${station.code} ${station.name}`, sort: 'station', wide: true },
        Data: { show: (row) => day(row.date), sort: 'date' },
        Modello: (row) => `${row.model_name}${row.model_version ? ` (v.\u00a0${row.model_version})` : ''}`,
        // An inspector sees only his own.
        ...(others && { Ispettore: (row: InspectionRow) => row.inspector.name }),
        Esito: {
          show: (row) => row.outcome && <StatusChip tone={outcomeTone[row.outcome]} label={OUTCOMES[row.outcome]} />,
          sort: 'outcome',
        },
        Punteggio: { show: (row) => (row.score === null ? '–' : italianScore(row.score)), sort: 'score', numeric: true },
        'NC (L/G/C)': counts,
        Stato: (row) => <StatusChip tone={statusTone[row.status]} label={INSPECTION_STATUSES[row.status]} />,
      }}
      filters={{
        status: anyOf('Stato', INSPECTION_STATUSES),
        outcome: anyOf('Esito', OUTCOMES),
        from: onDay('Dal'),
        to: onDay('Al'),
        with_open_nc: yesNo('Con NC aperte'),
      }}
      link={(row) => ({
        to: '/verifiche/$id',
        params: { id: row.status === 'draft' || row.status === 'planned' ? row.client_uuid : `${row.id_year}-${row.id_number}` },
      })}
      empty={<EmptyState message="Nessuna verifica. Avvia la prima verifica." />}
    />
  )
}
