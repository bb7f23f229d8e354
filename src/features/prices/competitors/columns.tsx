import { Text } from '@mantine/core'
import { type competitors, STALE_DAYS } from '../../../contract/prices/competitors.ts'
import type { Columns } from '../../../crud/list/columns.ts'
import type { RowOf } from '../../../crud/list/list-search.ts'
import { day, euro } from '../../../lib/format.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { stationName } from './filters.ts'
import { difference, kilometres } from './format.ts'

type Row = RowOf<typeof competitors.list>
const priced = (value: number | null) => (value === null ? '–' : euro(value))
const isOld = (at: string) => Date.now() - Date.parse(at) > STALE_DAYS * 86_400_000

export const columns: Columns<Row> = {
  Nome: { show: (row) => row.name, sort: 'name', wide: true },
  Bandiera: { show: (row) => row.brand, spare: 3, width: 8, card: 'none' },
  Città: { show: (row) => (row.province ? `${row.city} (${row.province})` : row.city), sort: 'city', spare: 2, card: 'place' },
  'P.V. confrontato': {
    show: (row) => row.station?.code ?? '–',
    text: (row) => (row.station ? stationName(row.station) : ''),
    spare: 4,
    width: 10,
    card: 'foot',
  },
  Distanza: { show: (row) => kilometres(row.distance_km), sort: 'distance_km', numeric: true, spare: 1, width: 6, card: 'foot' },
  'Benzina self': {
    show: (row) => priced(row.price),
    sort: 'price',
    numeric: true,
    width: 8,
    card: 'chip',
    onCard: (row) => `Benzina ${priced(row.price)}`,
  },
  'Gasolio self': {
    show: (row) => priced(row.diesel),
    numeric: true,
    width: 7,
    card: 'chip',
    onCard: (row) => `Gasolio ${priced(row.diesel)}`,
  },
  'Δ vs nostro': {
    show: (row) => (
      <>
        {difference(row.delta)}
        {row.station && row.delta !== null && (
          <Text size="xs" c="dimmed">
            Benzina, {row.station.code}
          </Text>
        )}
      </>
    ),
    text: (row) => difference(row.delta),
    sort: 'delta',
    numeric: true,
    width: 9,
    card: 'foot',
    onCard: (row) => `Δ ${difference(row.delta)}${row.station && row.delta !== null ? ` benzina, ${row.station.code}` : ''}`,
  },
  'Rilevato il': {
    show: (row) =>
      row.seen_at === null ? '–' : isOld(row.seen_at) ? <StatusChip tone="error" label={day(row.seen_at)} /> : day(row.seen_at),
    text: (row) => day(row.seen_at),
    width: 10,
    card: 'foot',
  },
}
