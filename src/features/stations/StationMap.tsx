import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type MapStation, stationStatuses, stations } from '../../contract/stations.ts'
import type { ListSearch } from '../../crud/list-search.ts'
import { count } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { NavigateLink } from '../../ui/NavigateLink.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './StationMap.module.css'
import { mapSearch } from './searches.ts'
import { toneOf } from './tone.ts'

const PointMap = part(() => import('../../ui/PointMap.tsx').then((m) => m.PointMap))
const nameOf = ({ code, name }: MapStation) => `${code} ${name}`
const placed = ({ latitude, longitude }: MapStation) => latitude !== null && longitude !== null
const unplacedWords = (many: number) =>
  many === 1 ? '1 stazione senza posizione: è solo' : `${count(many)} stazioni senza posizione: sono solo`
const NONE: MapStation[] = []

interface StationMapProps {
  /** How the list is looked at. */
  search: ListSearch<typeof stations.list>
  chosen: number | undefined
  /** `at`: its place among all that the list finds, from 0. */
  onChoose: (id: number, at: number) => void
}

/** All stations that the list finds, whatever its page, on a map, and the chosen one told of. */
export function StationMap({ search, chosen, onChoose }: StationMapProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(stations.map, mapSearch(search)),
    placeholderData: keepPreviousData,
  })
  const all = data?.stations ?? NONE
  const points = useMemo(
    () =>
      all.filter(placed).map((station) => ({
        id: station.id,
        at: [station.latitude!, station.longitude!] as const,
        label: nameOf(station),
        dim: station.status !== 'active',
      })),
    [all],
  )
  const station = all.find(({ id }) => id === chosen)
  const choose = (id: number) =>
    onChoose(
      id,
      all.findIndex((one) => one.id === id),
    )
  const unplaced = all.length - points.length
  const loading = <div className={`skeleton ${classes.loading}`} />
  return (
    <section id="mappa" aria-label="Mappa" className={classes.panel} aria-busy={isPlaceholderData}>
      {error ? (
        <ErrorState message={`La mappa non si è caricata. ${error.message}`} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.map}>
          {data ? (
            <PointMap
              meanwhile={loading}
              label="Mappa delle stazioni"
              points={points}
              chosen={station?.id}
              onChoose={choose}
              tiles={data.tiles}
            />
          ) : (
            loading
          )}
        </div>
      )}
      {station && <Chosen station={station} />}
      {unplaced > 0 && (
        <Text size="sm" c="dimmed">
          {unplacedWords(unplaced)} nell’elenco.
        </Text>
      )}
    </section>
  )
}

function Chosen({ station }: { station: MapStation }) {
  const { id, city, province, status, latitude, longitude } = station
  return (
    <section aria-label="Stazione scelta" className={classes.chosen}>
      <Group justify="space-between" gap="xs">
        <LinkAnchor to="/stazioni/$id" params={{ id }} fw={500}>
          {nameOf(station)}
        </LinkAnchor>
        <StatusChip tone={toneOf(status)} label={stationStatuses[status]} />
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
