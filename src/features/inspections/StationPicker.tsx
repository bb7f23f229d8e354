import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
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
  /** What was asked last; also while the stations are still being read. */
  const asked = useRef('')
  const [found, setFound] = useState<readonly FoundStation[]>()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  // Another set of stations may arrive while the dialog is open, on the very first day above all.
  const version = useLiveQuery(async () => (await fieldDb().facts.get('stations'))?.version)
  useEffect(() => {
    if (version === undefined) return
    const made = createStationSearch()
    void fieldDb()
      .stations.toArray()
      .then((rows) => made.load(rows))
      .then(() => {
        search.current = made
        return made.search(asked.current)
      })
      .then(setFound, () => setProblem('La ricerca dei punti vendita non è disponibile.'))
    return () => made.close()
  }, [version])
  function ask(question: string) {
    setText(question)
    asked.current = question
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
            ? text.trim()
              ? 'Nessun punto vendita trovato.'
              : 'Scrivi il nome, la città o il codice.'
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
