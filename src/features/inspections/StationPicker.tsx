import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { day } from '../../lib/format.ts'
import { currentPosition } from './current-position.ts'
import { fieldDb, keptPlanned } from './field-store.ts'
import { begunHere } from './local-inspection.ts'
import { NothingOffline } from './NothingOffline.tsx'
import { distanceText, positionIfAllowed, stationsNear } from './nearest-stations.ts'
import { type Choice, StationRows } from './StationRows.tsx'
import type { useStationSearch } from './use-station-search.ts'

/** The agenda's stations and those of late, each once, as this device knows them. With `model`: its plans only, without those begun here. */
async function suggestedStations(model: number | undefined) {
  const { stations, facts } = fieldDb()
  const begun = model === undefined ? new Set() : await begunHere()
  const planned = (await keptPlanned()).filter((row) => model === undefined || (row.model_id === model && !begun.has(row.client_uuid)))
  const recent = (await facts.get('recent'))?.ids ?? []
  const at = new Map(planned.map((row) => [row.station.id, day(row.scheduled_at)]))
  const rows = async (ids: Iterable<number>): Promise<Choice[]> =>
    (await stations.bulkGet([...ids])).flatMap((row) => (row ? [{ row, beside: at.get(row.id) }] : []))
  return { planned: await rows(at.keys()), recent: await rows(recent.filter((id) => !at.has(id)).slice(0, 5)) }
}
const nearest = async (here: Parameters<typeof stationsNear>[0], limit?: number): Promise<Choice[]> =>
  (await stationsNear(here, limit)).map(({ row, km }) => ({ row, beside: distanceText(km) }))

interface StationPickerProps {
  search: ReturnType<typeof useStationSearch>
  busy: boolean
  onPick: (id: number) => void
  /** The model that is about to begin there. */
  model?: number
}
/** One station among all of them: planned, recent and nearest ones at once, any other by name, town or code while typing; all from this device. */
export function StationPicker({ search, busy, onPick, model }: StationPickerProps) {
  const [text, setText] = useState('')
  const [near, setNear] = useState<{ rows: readonly Choice[]; said?: string; asking?: boolean }>({ rows: [] })
  const held = useLiveQuery(() => suggestedStations(model), [model])
  const typed = text.trim() !== ''
  const problem = search instanceof Error ? search.message : undefined
  const rows = useMemo(() => (typeof search === 'function' ? search(text).map((row) => ({ row })) : undefined), [search, text])
  // If the person allowed the position before, the nearest stations are shown without asking.
  useEffect(() => {
    if (search === undefined) return
    let here = true
    void positionIfAllowed()
      .then((at) => (at ? nearest(at, 5) : []))
      .then(
        (rows) => here && rows.length > 0 && setNear((now) => (now.rows.length || now.asking ? now : { rows })),
        () => undefined,
      )
    return () => {
      here = false
    }
  }, [search])
  async function askNearest() {
    setText('')
    setNear({ rows: [], said: 'Ricerca della posizione…', asking: true })
    try {
      const rows = await nearest(await currentPosition())
      setNear({ rows, said: rows.length ? undefined : 'Nessun punto vendita entro 30 km da qui: cercarlo per nome, città o codice.' })
    } catch (error) {
      setNear({ rows: [], said: error instanceof Error ? error.message : 'Posizione non disponibile.' })
    }
  }
  if (search === null) return <NothingOffline what="punto vendita" />
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
      <Button variant="default" w="fit-content" loading={near.asking} onClick={() => void askNearest()}>
        I più vicini
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {!typed && near.said
          ? near.said
          : problem
            ? ''
            : rows === undefined
              ? 'Apertura dell’elenco…'
              : !typed
                ? 'Scrivi il nome, la città o il codice.'
                : rows.length === 0
                  ? 'Nessun punto vendita trovato.'
                  : rows.length === 1
                    ? '1 risultato'
                    : `${rows.length}${rows.length === 50 ? ' o più' : ''} risultati`}
      </Text>
      {typed && rows && <StationRows rows={rows} busy={busy} onPick={onPick} />}
      {!typed && held && held.planned.length > 0 && <StationRows title="In programma" rows={held.planned} busy={busy} onPick={onPick} />}
      {!typed && held && held.recent.length > 0 && <StationRows title="Recenti" rows={held.recent} busy={busy} onPick={onPick} />}
      {!typed && near.rows.length > 0 && <StationRows title="I più vicini" rows={near.rows} busy={busy} onPick={onPick} />}
    </Stack>
  )
}
