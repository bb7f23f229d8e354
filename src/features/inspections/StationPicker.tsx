import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FoundStation } from '../../lib/station-search.ts'
import { createStationSearch } from '../../lib/station-search-client.ts'
import { fieldDb } from './field-store.ts'
import { position } from './inputs/PlaceInputs.tsx'
import classes from './StartDialog.module.css'

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

/** One station among all of them, by name, town or code while typing, or the nearest ones; searched in a worker on this device. */
export function StationPicker({ busy, onPick }: { busy: boolean; onPick: (id: number) => void }) {
  const search = useRef<ReturnType<typeof createStationSearch>>(undefined)
  const [found, setFound] = useState<readonly FoundStation[]>()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const made = createStationSearch()
    search.current = made
    void fieldDb()
      .stations.toArray()
      .then((rows) => made.load(rows))
      .then(() => made.search(''))
      .then(setFound, () => setProblem('La ricerca dei punti vendita non è disponibile.'))
    return () => made.close()
  }, [])
  function ask(question: string) {
    setText(question)
    void search.current?.search(question).then(setFound, () => undefined)
  }
  return (
    <Stack gap="sm">
      <TextInput
        label="Punto vendita"
        placeholder="Nome, città o codice"
        value={text}
        onChange={(event) => ask(event.currentTarget.value)}
        error={problem}
        autoComplete="off"
        data-autofocus
      />
      <Button variant="default" w="fit-content" onClick={() => void nearest().then(setFound, (error: Error) => setProblem(error.message))}>
        I più vicini
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {found === undefined
          ? 'Apertura dell’elenco…'
          : found.length === 0
            ? 'Nessun punto vendita trovato.'
            : found.length === 1
              ? '1 risultato'
              : `${found.length}${found.length === 50 ? ' o più' : ''} risultati`}
      </Text>
      {found?.map((station) => (
        <UnstyledButton key={station.id} className={classes.option} disabled={busy} onClick={() => onPick(station.id)}>
          <Text fw={600}>
            {station.code} {station.name}
          </Text>
          <Text size="sm" c="dimmed">
            {station.address}, {station.city} ({station.province})
          </Text>
        </UnstyledButton>
      ))}
    </Stack>
  )
}
