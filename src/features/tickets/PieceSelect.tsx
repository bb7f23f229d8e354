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
import { connection } from '../../lib/online.ts'
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
type Row = Record<string, unknown> & { id: number }
/** Reads a kind of equipment of a station. POS have one list of the whole network, with a filter; the others are listed by station. */
const readPieces = (kind: Kind, station: number) =>
  (kind === 'pos'
    ? query(pos.list, { station_id: station, is_paginated: 0 })
    : query(lists[kind] as typeof dispensers.list, { id: station })) as unknown as ReturnType<typeof query<typeof dispensers.list>>

interface PieceSelectProps {
  station: number
  value: Piece | null
  onChange: (piece: Piece | null) => void
}
/** Chooses a piece of equipment of the station: first its kind, then the piece. */
export function PieceSelect({ station, value, onChange }: PieceSelectProps) {
  const can = useCan()
  const offline = connection.use() !== 'online'
  const [kind, setKind] = useState<Kind | null>(value?.type ?? null)
  const [id, setId] = useState<string | null>(value ? String(value.id) : null)
  const kinds = (Object.keys(lists) as Kind[]).filter((one) => can(lists[one].policy))
  const { data, isError, refetch } = useQuery({ ...readPieces(kind ?? 'dispenser', station), enabled: !!kind })
  const rows = kind ? pageOf(data as unknown as Row[] | undefined)?.data : undefined
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
          error={isError && !offline && 'Elenco non disponibile: aprilo per riprovare.'}
          description={
            isError && offline && 'L’elenco si legge con la rete. Il ticket si apre anche senza: scrivi nella descrizione quale.'
          }
          nothingFoundMessage={rows ? 'Nessun risultato' : 'Caricamento in corso'}
        />
      )}
    </Columns>
  )
}
