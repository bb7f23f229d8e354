import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import type { FoundStation } from '../../lib/station-search.ts'
import { fieldDb } from './field-store.ts'
import { position } from './inputs/PlaceInputs.tsx'
import classes from './StartDialog.module.css'
import type { useStationSearch } from './use-station-search.ts'

const NEAR_KM = 30
const distanceKm = (a: { lat: number; lon: number }, latitude: number, longitude: number) => {
  const rad = Math.PI / 180
  const h =
    Math.sin(((latitude - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(latitude * rad) * Math.sin(((longitude - a.lon) * rad) / 2) ** 2
  return 12_742 * Math.asin(Math.sqrt(h))
}
/** The kept stations within 30 km, nearest first. */
async function nearest() {
  const here = await position()
  const rows = await fieldDb().stations.toArray()
  return rows
    .flatMap((row) => (row.latitude !== null && row.longitude !== null ? [{ row, km: distanceKm(here, row.latitude, row.longitude) }] : []))
    .filter(({ km }) => km <= NEAR_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, 30)
    .map(({ row }) => row)
}

interface StationPickerProps {
  search: ReturnType<typeof useStationSearch>
  busy: boolean
  onPick: (id: number) => void
}
/** One station among all of them, by name, town or code while typing, or the nearest ones; searched in a worker on this device. */
export function StationPicker({ search, busy, onPick }: StationPickerProps) {
  const [found, setFound] = useState<readonly FoundStation[]>()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setProblem(search instanceof Error ? search.message : undefined)
    if (!(search instanceof Error)) void search?.search(text).then(setFound, () => undefined)
  }, [search, text])
  return (
    <Stack gap="sm">
      <TextInput
        label="Punto vendita"
        placeholder="Nome, città o codice"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem}
        autoComplete="off"
        data-autofocus
      />
      <Button variant="default" w="fit-content" onClick={() => void nearest().then(setFound, (error: Error) => setProblem(error.message))}>
        I più vicini
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {search === null
          ? 'Nessun punto vendita su questo dispositivo: usa «Prepara per offline» quando c’è rete.'
          : found === undefined
            ? 'Apertura dell’elenco…'
            : found.length === 0
              ? text.trim()
                ? 'Nessun punto vendita trovato.'
                : 'Scrivi il nome, la città o il codice.'
              : found.length === 1
                ? '1 risultato'
                : `${found.length}${found.length === 50 ? ' o più' : ''} risultati`}
      </Text>
      {found && <Results found={found} busy={busy} onPick={onPick} />}
    </Stack>
  )
}

type ResultsProps = Pick<StationPickerProps, 'busy' | 'onPick'> & { found: readonly FoundStation[] }
/** Drawn when the answer comes, not at the key before it. */
const Results = memo(({ found, busy, onPick }: ResultsProps) =>
  found.map((station) => (
    <UnstyledButton key={station.id} className={classes.option} disabled={busy} onClick={() => onPick(station.id)}>
      <Text fw={600}>
        {station.code} {station.name}
      </Text>
      <Text size="sm" c="dimmed">
        {station.address}, {station.city} ({station.province})
      </Text>
    </UnstyledButton>
  )),
)
