import { Alert, Button, Card, Group, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { count, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { fieldDb, prepare } from './field-store.ts'

const STALE_MS = 12 * 3_600_000

/** "Prepara per offline": what this device holds, how old it is, and the way to renew it. Renews itself when it is old and there is a network. */
export function Prepare() {
  const online = connection.use() === 'online'
  const [step, setStep] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const held = useLiveQuery(async () => {
    const db = fieldDb()
    // Ready is who has both; as old as the older of the two.
    const [models, stations] = await db.facts.bulkGet(['models', 'stations'])
    const at = models && stations && (models.at < stations.at ? models.at : stations.at)
    return { at, models: await db.models.count(), stations: await db.stations.count(), contexts: await db.contexts.count() }
  })
  async function run() {
    setProblem(undefined)
    try {
      await prepare(setStep)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
    }
    setStep(undefined)
  }
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
                ? `${count(held.models)} modelli, ${count(held.stations)} punti vendita, ${count(held.contexts)} con attrezzature · aggiornati al ${dayTime(held.at)}`
                : 'Scarica modelli e punti vendita per avviare verifiche senza rete.'}
          </Text>
        </div>
        <Button variant={held.at ? 'default' : 'filled'} loading={!!step} disabled={!online} onClick={() => void run()}>
          {held.at ? 'Aggiorna dati offline' : 'Prepara per offline'}
        </Button>
      </Group>
      {problem && (
        <Alert color="red" mt="sm" role="alert">
          {problem} I dati di prima sono rimasti.
        </Alert>
      )}
    </Card>
  )
}
