import { pieceStatuses } from '../../contract/equipment/piece-kinds.ts'
import { pos, posTypes } from '../../contract/equipment/pos.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconKey } from '../../ui/icons.tsx'

/** The POS of a bank at all stations. Each is edited on the page of its station. */
export const BankPos = ({ id }: { id: number }) => (
  <PagedTable
    {...useListState(pos.list)}
    given={{ bank_id: [id] }}
    link={(one) => ({
      to: '/stazioni/$id',
      params: { id: one.station_id },
      search: { scheda: 'attrezzature', parte: 'pos', pezzo: one.id },
    })}
    empty={<EmptyState icon={IconKey} message="Nessun POS di questa banca." />}
    columns={{
      TML: { show: (one) => one.tml ?? one.serial ?? `n. ${one.id}`, sort: 'tml' },
      'Punto vendita': { show: (one) => `${one.station.code} ${one.station.name}`, wide: true },
      Tipo: { show: (one) => one.type && posTypes[one.type], sort: 'type' },
      Seriale: { show: (one) => one.serial, sort: 'serial' },
      'Marca e modello': { show: (one) => [one.brand, one.model].filter(Boolean).join(' '), spare: 1 },
      Stato: { show: (one) => one.status && pieceStatuses[one.status], sort: 'status', width: 7 },
    }}
  />
)
