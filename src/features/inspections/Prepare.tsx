import { Alert, Button, Card, Group, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { count, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { fieldDb } from './field-store.ts'
import { usePrepare } from './use-prepare.ts'

const HeldStations = lazy(() => import('./HeldStations.tsx').then(({ HeldStations }) => ({ default: HeldStations })))
const STALE_MS = 12 * 3_600_000

/** "Prepara per offline": what this device holds, how old it is, and the way to renew it. Renews itself when it is old and there is a network. */
export function Prepare() {
  const online = connection.use() === 'online'
  const { step, problem, run } = usePrepare()
  const [looking, setLooking] = useState(false)
  const held = useLiveQuery(async () => {
    const db = fieldDb()
    // Ready is who has all three; as old as the oldest of them.
    const sets = await db.facts.bulkGet(['models', 'stations', 'slim'])
    const at = sets.every((set) => set) ? sets.map((set) => set!.at).sort()[0] : undefined
    return { at, stations: await db.stations.count(), contexts: await db.contexts.count() }
  })
  const stale = held && (!held.at || Date.now() - Date.parse(held.at) > STALE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, not at each change of what is held
  useEffect(() => {
    if (stale && online && !step) void run()
  }, [stale, online])
  if (!held) return null
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <div>
          <Text fw={600}>{held.at ? 'Pronto per lavorare offline' : 'Non ancora pronto per lavorare offline'}</Text>
          <Text size="sm" c="dimmed" role="status">
            {step
              ? `Scaricamento: ${step}…`
              : held.at
                ? `${count(held.stations)} punti vendita con attrezzature e prezzi, ${count(held.contexts)} con lo storico · aggiornati al ${dayTime(held.at)}`
                : 'Scarica modelli, punti vendita, attrezzature e prezzi per avviare verifiche senza rete.'}
          </Text>
        </div>
        <Group gap="xs">
          {held.at && (
            <Button variant="subtle" onClick={() => setLooking(true)}>
              Sul dispositivo
            </Button>
          )}
          <Button variant={held.at ? 'default' : 'filled'} loading={!!step} disabled={!online} onClick={() => void run()}>
            {held.at ? 'Aggiorna dati offline' : 'Prepara per offline'}
          </Button>
        </Group>
      </Group>
      {problem && (
        <Alert color="red" mt="sm" role="alert">
          {problem} I dati di prima sono rimasti.
        </Alert>
      )}
      <Suspense>{looking && <HeldStations onClose={() => setLooking(false)} />}</Suspense>
    </Card>
  )
}
