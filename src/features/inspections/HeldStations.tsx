import { Alert, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { age, bytes, count } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { fieldDb, type Kept } from './field-store.ts'
import { OWN_ACCORD, pin } from './keep.ts'
import { StationPicker } from './StationPicker.tsx'
import type { usePrepare } from './use-prepare.ts'
import { useStationSearch } from './use-station-search.ts'

const old = (at: string) => age(Date.now() - Date.parse(at))

/** Which stations this device keeps with everything about them, how much room they take and how old they are; pinned and unpinned here. */
export function HeldStations({ prepare, onClose }: { prepare: ReturnType<typeof usePrepare>; onClose: () => void }) {
  const online = connection.use() === 'online'
  const phone = usePhone()
  const search = useStationSearch()
  const [problem, setProblem] = useState<string>()
  const [adding, setAdding] = useState(false)
  const held = useLiveQuery(async () => {
    const db = fieldDb()
    return { kept: await db.contexts.toArray(), slim: await db.facts.get('slim'), all: await db.slim.count() }
  })
  const set = (id: number, pinned: boolean) => void pin(id, pinned).catch((error: Error) => setProblem(error.message))
  const kept = [...(held?.kept ?? [])].sort((a, b) => a.data.station.code.localeCompare(b.data.station.code))
  const groups = [
    { title: 'Fissati', rows: kept.filter(({ pinned }) => pinned), empty: 'Nessuno: quelli fissati restano sempre su questo dispositivo.' },
    {
      title: 'Tenuti da soli',
      rows: kept.filter(({ pinned }) => !pinned),
      empty: 'Nessuno: in programma, recenti e vicini si aggiungono da soli.',
    },
  ]
  const size = (rows: readonly Kept[]) => rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  return (
    <Modal opened onClose={onClose} title="Dati sul dispositivo" fullScreen={phone} size="lg">
      <Stack>
        <Text size="sm">
          Attrezzature e prezzi di {count(held?.all ?? 0)} punti vendita
          {held?.slim && `: ${bytes(held.slim.bytes ?? 0)}, aggiornati ${old(held.slim.at)} fa`}. Con lo storico (ultima verifica e non
          conformità aperte) {count(kept.length)}: {bytes(size(kept))}. Al massimo {OWN_ACCORD} si tengono da soli.
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
              {rows.map(({ station_id, pinned, at, data: { station }, bytes: taken }) => (
                <Card key={station_id} withBorder padding="xs">
                  <Group justify="space-between" wrap="nowrap">
                    <div>
                      <Text fw={600}>
                        {station.code} {station.name}
                      </Text>
                      <Text size="sm" c="dimmed">
                        {taken ? `${bytes(taken)} · ` : ''}
                        {old(at)} fa
                      </Text>
                    </div>
                    <Button
                      variant="subtle"
                      flex="none"
                      onClick={() => set(station_id, !pinned)}
                      aria-label={`${pinned ? 'Togli' : 'Fissa'} ${station.code}`}
                    >
                      {pinned ? 'Togli' : 'Fissa'}
                    </Button>
                  </Group>
                </Card>
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
    </Modal>
  )
}
