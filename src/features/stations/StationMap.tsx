import { Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type * as v from 'valibot'
import { wholeNumber } from '../../contract/crud.ts'
import { type MapStation, type StationMap as Shown, stationStatuses } from '../../contract/stations.ts'
import { readSearch, useParameters } from '../../crud/list-search.ts'
import { count } from '../../lib/format.ts'
import { ChoiceList } from '../../ui/ChoiceList.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { NavigateLink } from '../../ui/NavigateLink.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './StationMap.module.css'
import { toneOf } from './tone.ts'

const PointMap = lazy(() => import('../../ui/PointMap.tsx').then(({ PointMap }) => ({ default: PointMap })))
const parameters = readSearch({ scelta: wholeNumber(1) })
const nameOf = ({ code, name }: MapStation) => `${code} ${name}`
const placed = ({ latitude, longitude }: MapStation) => latitude !== null && longitude !== null
const unplacedWords = (many: number) =>
  many === 1 ? '1 stazione senza posizione: è solo' : `${count(many)} stazioni senza posizione: sono solo`

interface StationMapProps extends v.InferOutput<typeof Shown> {
  /** Others are on their way. */
  busy: boolean
}

/** Stations on a map, and the same ones in a list beside it: one that is chosen in either is shown in both, and told of between them. */
export function StationMap({ stations, tiles, busy }: StationMapProps) {
  const { scelta } = useParameters(parameters)
  const [id, setId] = useState(scelta)
  const chosen = stations.find((station) => station.id === id)
  useKeptInAddress(id)
  const points = useMemo(
    () =>
      stations.filter(placed).map((station) => ({
        id: station.id,
        at: [station.latitude!, station.longitude!] as const,
        label: nameOf(station),
        dim: station.status !== 'active',
      })),
    [stations],
  )
  const items = useMemo(
    () =>
      stations.map((station) => ({
        id: station.id,
        title: nameOf(station),
        detail: `${station.city} (${station.province}) · ${stationStatuses[station.status]}${placed(station) ? '' : ' · senza posizione'}`,
      })),
    [stations],
  )
  const unplaced = stations.length - points.length
  return (
    <Stack gap="sm">
      {unplaced > 0 && <Text size="sm">{unplacedWords(unplaced)} nell’elenco.</Text>}
      <div className={classes.both} aria-busy={busy}>
        <div className={classes.map}>
          <Suspense fallback={<div className={`skeleton ${classes.loading}`} />}>
            <PointMap label="Mappa delle stazioni" points={points} chosen={chosen?.id} onChoose={setId} tiles={tiles} />
          </Suspense>
        </div>
        <Stack gap="xs" className={classes.side}>
          {chosen ? <Chosen station={chosen} /> : <Text c="dimmed">Scegli una stazione sulla mappa o nell’elenco.</Text>}
          <ChoiceList label="Stazioni" items={items} chosen={chosen?.id} onChoose={setId} />
        </Stack>
      </div>
    </Stack>
  )
}

/** So that Back from the page of a station comes back to it; not at each step of an arrow that is held down. */
function useKeptInAddress(scelta: number | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (scelta === undefined) return undefined
    const timer = setTimeout(
      () => void navigate({ to: '.', search: ((old: object) => ({ ...old, scelta })) as never, replace: true, resetScroll: false }),
      300,
    )
    return () => clearTimeout(timer)
  }, [scelta, navigate])
}

function Chosen({ station }: { station: MapStation }) {
  const { id, city, province, status, latitude, longitude } = station
  return (
    <section aria-label="Stazione scelta" className={classes.chosen}>
      <LinkAnchor to="/stazioni/$id" params={{ id }} fw={500}>
        {nameOf(station)}
      </LinkAnchor>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {city} ({province})
        </Text>
        <StatusChip tone={toneOf(status)} label={stationStatuses[status]} />
      </Group>
      {latitude !== null && longitude !== null ? (
        <NavigateLink latitude={latitude} longitude={longitude} />
      ) : (
        <Text size="sm">Senza posizione: non è sulla mappa.</Text>
      )}
    </section>
  )
}
