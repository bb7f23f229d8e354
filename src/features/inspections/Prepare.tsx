import { Alert, Button, Card, Text, UnstyledButton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { count, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { IconChevronRight } from '../../ui/icons.tsx'
import { fieldDb } from './field-store.ts'
import classes from './Prepare.module.css'
import { usePrepare } from './use-prepare.ts'

const HeldStations = lazy(() => import('./HeldStations.tsx').then(({ HeldStations }) => ({ default: HeldStations })))
const STALE_MS = 12 * 3_600_000

/** "Prepara per offline": what this device holds and how old it is, in one row that leads to all of it. Renews itself when it is old and there is a network. */
export function Prepare() {
  const online = connection.use() === 'online'
  const prepare = usePrepare()
  const { step, problem, run } = prepare
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
    <Card withBorder padding="sm" className={classes.held}>
      <div className={classes.row}>
        <Text truncate role="status" className={classes.words}>
          <Text span inherit fw={600}>
            {held.at ? 'Pronto per lavorare offline' : 'Non ancora pronto per lavorare offline'}
          </Text>
          <Text span inherit c="dimmed">
            {' · '}
            {step
              ? `scaricamento: ${step}…`
              : held.at
                ? `${count(held.stations)} punti vendita, ${count(held.contexts)} con lo storico · aggiornati al ${dayTime(held.at)}`
                : 'mancano modelli e punti vendita'}
          </Text>
        </Text>
        <UnstyledButton className={classes.open} aria-label="Dati sul dispositivo" onClick={() => setLooking(true)}>
          <IconChevronRight />
        </UnstyledButton>
      </div>
      {!held.at && (
        <Button mt="xs" loading={!!step} disabled={!online} onClick={() => void run()}>
          Prepara per offline
        </Button>
      )}
      {problem && (
        <Alert color="red" mt="sm" role="alert">
          {problem} I dati di prima sono rimasti.
        </Alert>
      )}
      <Suspense>{looking && <HeldStations prepare={prepare} onClose={() => setLooking(false)} />}</Suspense>
    </Card>
  )
}
