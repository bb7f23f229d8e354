import { Alert, Button, Card, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { appStored, STORING } from '../../lib/app-stored.ts'
import { count, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { IconChevronRight } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import classes from './PrepareOffline.module.css'
import { useOfflineReadiness, usePrepareOffline } from './use-prepare-offline.ts'

const HeldStations = part(() => import('./OfflineStations.tsx').then((m) => m.OfflineStations))

/** The data on this device, as one row and in full. */
export function PrepareOffline() {
  const [looking, setLooking] = useState(false)
  return (
    <>
      <OfflineReadiness onLook={() => setLooking(true)} />
      {looking && <OfflineData onClose={() => setLooking(false)} />}
    </>
  )
}
/** All that is held, in a dialog. */
export const OfflineData = ({ onClose }: { onClose: () => void }) => (
  <>
    <HeldStations prepare={usePrepareOffline()} onClose={onClose} />
  </>
)
/** Keeps it fresh where its row is elsewhere. */
export function KeepOfflineFresh() {
  useOfflineReadiness()
  return null
}
/** "Prepara per offline": what this device holds and how old it is, in one row that leads to all of it; `whole`: over several lines, where there is no room. */
export function OfflineReadiness({ onLook, whole = false }: { onLook: () => void; whole?: boolean }) {
  const online = connection.use() === 'online'
  const { step, problem, run } = usePrepareOffline()
  const held = useOfflineReadiness()
  const stored = appStored.use()
  if (!held) return null
  return (
    <Card withBorder padding="sm" className={classes.held}>
      <div className={classes.row}>
        <Text {...(!whole && { lineClamp: 2 })} role="status" className={classes.words}>
          <Text span inherit fw={600}>
            {held.at && stored ? 'Pronto per lavorare offline' : 'Non ancora pronto per lavorare offline'}
          </Text>
          <Text span inherit c="dimmed">
            {!stored && STORING}
            {' · '}
            {step
              ? `scaricamento: ${step}…`
              : held.at
                ? `dati aggiornati al ${dayTime(held.at)} · ${howMany(held.stations, 'punto vendita', 'punti vendita')}, ${count(held.contexts)} con lo storico`
                : 'mancano modelli e punti vendita'}
          </Text>
        </Text>
        <UnstyledButton className={classes.open} aria-label="Dati sul dispositivo" onClick={onLook}>
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
    </Card>
  )
}
