import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dispensers } from '../../contract/equipment/dispensers.ts'
import { fireExtinguishers } from '../../contract/equipment/fire-extinguishers.ts'
import { networkDevices } from '../../contract/equipment/network-devices.ts'
import { pos } from '../../contract/equipment/pos.ts'
import { stationDevices } from '../../contract/equipment/station-devices.ts'
import { tanks } from '../../contract/equipment/tanks.ts'
import { TICKET_EQUIPMENT } from '../../contract/tickets/words.ts'
import { pageOf } from '../../crud/list/use-rows.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Columns } from '../../ui/Columns.tsx'
import { pieceLabel } from './piece-label.ts'

type Kind = keyof typeof TICKET_EQUIPMENT
type Piece = { type: Kind; id: number }
const lists = {
  ...{ dispenser: dispensers.list, tank: tanks.list, device: stationDevices.list, pos: pos.list },
  ...{ extinguisher: fireExtinguishers.list, network_device: networkDevices.list },
} as const

interface PieceSelectProps {
  station: number
  value: Piece | null
  onChange: (piece: Piece | null) => void
}
/** Chooses a piece of equipment of the station: first its kind, then the piece. */
export function PieceSelect({ station, value, onChange }: PieceSelectProps) {
  const can = useCan()
  const [kind, setKind] = useState<Kind | null>(value?.type ?? null)
  const [id, setId] = useState<string | null>(value ? String(value.id) : null)
  const kinds = (Object.keys(lists) as Kind[]).filter((one) => can(lists[one].policy))
  const source = kind && lists[kind]
  const { data, isError, refetch } = useQuery({
    ...query((source ?? dispensers.list) as typeof dispensers.list, { stationId: station, is_paginated: 0 } as never),
    enabled: !!source,
  })
  const rows = source ? pageOf<Record<string, unknown> & { id: number }>(data as never)?.data : undefined
  if (!kinds.length) return null
  return (
    <Columns min="14rem">
      <Select
        label="Attrezzatura"
        placeholder="Nessuna"
        clearable
        data={kinds.map((one) => ({ value: one, label: TICKET_EQUIPMENT[one] }))}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind | null)
          setId(null)
          onChange(null)
        }}
      />
      {kind && (
        <Select
          label="Quale"
          searchable
          clearable
          data={(rows ?? []).map((row) => ({ value: String(row.id), label: pieceLabel(row) }))}
          value={rows ? id : null}
          onChange={(next) => {
            setId(next)
            onChange(next ? { type: kind, id: Number(next) } : null)
          }}
          onDropdownOpen={() => isError && void refetch()}
          error={isError && 'Elenco non disponibile: aprilo per riprovare.'}
          nothingFoundMessage={rows ? 'Nessun risultato' : 'Caricamento in corso'}
        />
      )}
    </Columns>
  )
}
