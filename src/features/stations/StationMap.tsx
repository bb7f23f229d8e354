import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MapStation, stationStatuses, stations } from '../../contract/stations/stations.ts'
import { ListMap } from '../../crud/list/ListMap.tsx'
import { withoutPages } from '../../crud/list/list-search.ts'
import type { MapPanelProps } from '../../crud/list/use-list-map.tsx'
import { count } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { NavigateLink } from '../../ui/NavigateLink.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { statusTone } from './status-tone.ts'

const nameOf = ({ code, name }: MapStation) => `${code} ${name}`
const point = (station: MapStation) => ({ label: nameOf(station), dim: station.status !== 'active' })
const unplaced = (many: number) =>
  many === 1 ? '1 punto vendita senza posizione: è solo' : `${count(many)} punti vendita senza posizione: sono solo`

/** All stations that the list finds, whatever its page, on a map, and the chosen one told of. */
export function StationMap({ search, ...rest }: MapPanelProps<typeof stations.list>) {
  const { data, ...read } = useQuery({ ...query(stations.map, withoutPages(search)), placeholderData: keepPreviousData })
  return (
    <ListMap
      label="Mappa dei punti vendita"
      read={{ ...read, data: data && { rows: data.stations, tiles: data.tiles } }}
      {...{ point, unplaced }}
      {...rest}
    >
      {(station) => <Chosen station={station} />}
    </ListMap>
  )
}

function Chosen({ station }: { station: MapStation }) {
  const { id, city, province, status, latitude, longitude } = station
  return (
    <section aria-label="Punto vendita scelto">
      <Group justify="space-between" gap="xs">
        <LinkAnchor to="/stazioni/$id" params={{ id }} fw={500}>
          {nameOf(station)}
        </LinkAnchor>
        <StatusChip tone={statusTone(status)} label={stationStatuses[status]} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {city} ({province})
        </Text>
        {latitude !== null && longitude !== null ? (
          <NavigateLink latitude={latitude} longitude={longitude} />
        ) : (
          <Text size="sm">Senza posizione: non è sulla mappa.</Text>
        )}
      </Group>
    </section>
  )
}
