import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { OfflineStation } from '../../contract/inspections/offline.ts'
import { age, bytes, count } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { fieldDb, type KeptStation } from './field-store.ts'
import { isKeptVerbale } from './kept-verbale.ts'
import classes from './PrepareOffline.module.css'
import { MAX_AUTOMATIC, pinStation } from './prepare-offline.ts'
import { StationPicker } from './StationPicker.tsx'
import type { usePrepareOffline } from './use-prepare-offline.ts'
import { useStationSearch } from './use-station-search.ts'

const Verbali = part(() => import('./Verbali.tsx').then((m) => m.Verbali))
const ageText = (at: string) => age(Date.now() - Date.parse(at))

const sizeOf = (row: KeptStation) => (row.bytes ?? 0) + (row.paper?.size ?? 0)
const size = (rows: readonly KeptStation[]) => rows.reduce((sum, row) => sum + sizeOf(row), 0)
/** The documents of a pinned station on this device, in words. */
function paperWords(row: KeptStation): string {
  const { verbali } = row.data
  if (!row.pinned || !verbali) return ''
  if (!verbali[0]) return ' · nessun verbale'
  return isKeptVerbale(row.paper, verbali[0]) ? ' · ultimo verbale in PDF' : ' · ultimo verbale non ancora qui'
}

/** The stations this device keeps with everything about them, their size and age; pinned and unpinned here. */
export function OfflineStations({ prepare, onClose }: { prepare: ReturnType<typeof usePrepareOffline>; onClose: () => void }) {
  const online = connection.use() === 'online'
  const phone = usePhone()
  const search = useStationSearch()
  const [problem, setProblem] = useState<string>()
  const [adding, setAdding] = useState(false)
  const [looking, setLooking] = useState<OfflineStation>()
  const held = useLiveQuery(async () => {
    const db = fieldDb()
    return { kept: await db.contexts.toArray(), slim: await db.facts.get('slim'), all: await db.slim.count() }
  })
  const set = (id: number, pinned: boolean) => void pinStation(id, pinned).catch((error: Error) => setProblem(error.message))
  const kept = [...(held?.kept ?? [])].sort((a, b) => a.data.station.code.localeCompare(b.data.station.code))
  const groups = [
    { title: 'Fissati', rows: kept.filter(({ pinned }) => pinned), empty: 'Nessuno: quelli fissati restano sempre su questo dispositivo.' },
    {
      title: 'Conservati automaticamente',
      rows: kept.filter(({ pinned }) => !pinned),
      empty: 'Nessuno: in programma, recenti e vicini si aggiungono da soli.',
    },
  ]
  return (
    <Dialog opened onClose={onClose} title="Dati sul dispositivo" fullScreen={phone} size="lg">
      <Stack>
        <Text size="sm">
          Attrezzature e prezzi di {howMany(held?.all ?? 0, 'punto vendita', 'punti vendita')}
          {held?.slim && `: ${bytes(held.slim.bytes ?? 0)}, aggiornati ${ageText(held.slim.at)} fa`}. Con lo storico (ultima verifica, non
          conformità aperte e verbali) {count(kept.length)}: {bytes(size(kept))}. Al massimo {MAX_AUTOMATIC} si tengono da soli.
        </Text>
        <Button loading={!!prepare.step} disabled={!online} onClick={() => void prepare.run()}>
          Aggiorna dati offline
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {prepare.step ? `Scaricamento: ${prepare.step}…` : !online && 'Per aggiornare serve la rete.'}
        </Text>
        {(problem ?? prepare.problem) && (
          <Alert color="red" role="alert">
            {problem ?? `${prepare.problem} I dati di prima sono rimasti.`}
          </Alert>
        )}
        {groups.map(({ title, rows, empty }) => (
          <section key={title}>
            <Title order={3} mb="xs">
              {title} ({rows.length})
            </Title>
            <Stack gap="xs">
              {rows.length === 0 && (
                <Text size="sm" c="dimmed">
                  {empty}
                </Text>
              )}
              {rows.map((row) => (
                <StationCard key={row.station_id} row={row} onLook={setLooking} onPin={set} />
              ))}
            </Stack>
          </section>
        ))}
        {adding ? (
          <StationPicker search={search} busy={false} onPick={(id) => set(id, true)} />
        ) : (
          <Button variant="default" w="fit-content" onClick={() => setAdding(true)}>
            Fissa un punto vendita
          </Button>
        )}
      </Stack>
      {looking && <Verbali station_id={looking.id} code={looking.code} onClose={() => setLooking(undefined)} />}
    </Dialog>
  )
}

interface StationCardProps {
  row: KeptStation
  onLook: (station: OfflineStation) => void
  onPin: (id: number, pinned: boolean) => void
}
/** A kept station: its size and age, its verbali, and the way to pin it or take it off. */
function StationCard({ row, onLook, onPin }: StationCardProps) {
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between" gap="xs">
        <div className={classes.station}>
          <Text fw={500}>
            {row.data.station.code} {row.data.station.name}
          </Text>
          <Text size="sm" c="dimmed">
            {sizeOf(row) ? `${bytes(sizeOf(row))} · ` : ''}
            {ageText(row.at)} fa{paperWords(row)}
          </Text>
        </div>
        <Group gap={0}>
          <Button variant="subtle" px="xs" onClick={() => onLook(row.data.station)} aria-label={`Verbali ${row.data.station.code}`}>
            Verbali
          </Button>
          <Button
            variant="subtle"
            px="xs"
            onClick={() => onPin(row.station_id, !row.pinned)}
            aria-label={`${row.pinned ? 'Togli' : 'Fissa'} ${row.data.station.code}`}
          >
            {row.pinned ? 'Togli' : 'Fissa'}
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
