import { Alert, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { type OfflineModel, PERIODICITIES } from '../../contract/inspections/models.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { currentPosition } from './current-position.ts'
import { fieldDb } from './field-store.ts'
import { ModelIcon } from './ModelIcon.tsx'
import { NothingOffline } from './NothingOffline.tsx'
import classes from './StartDialog.module.css'
import { StationPicker } from './StationPicker.tsx'
import { startInspection } from './start.ts'
import { useStationSearch } from './use-station-search.ts'

/** "Nuova verifica": model, then station, then begin. All of it from this device, so it works without network. `repeat`: chosen beforehand. */
export function StartDialog({ repeat, onClose }: { repeat: { model?: number; station?: number }; onClose: () => void }) {
  const phone = useMediaQuery('(max-width: 37.49em)')
  const router = useRouter()
  // Made ready while the model is chosen.
  const search = useStationSearch()
  const models = useLiveQuery(() => fieldDb().models.toArray())
  const fetched = useLiveQuery(async () => !!(await fieldDb().facts.get('models'))) ?? false
  const [chosen, setModel] = useState<OfflineModel | null>()
  const model = chosen === undefined ? models?.find(({ id }) => id === repeat.model) : chosen
  const again = useLiveQuery(() => (repeat.station ? fieldDb().stations.get(repeat.station) : undefined), [repeat.station])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function start(id: number) {
    const station = await fieldDb().stations.get(id)
    if (!model || !station) return
    setBusy(true)
    try {
      const gps = model.definition.require.gps ? await currentPosition().catch(() => null) : null
      const uuid = await startInspection(model, station, gps)
      await router.navigate({ to: '/verifiche/$id', params: { id: uuid }, search: {} })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={model ? `${model.name}: punto vendita` : 'Nuova verifica: modello'}
      fullScreen={phone}
      size="lg"
    >
      <Stack>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {!model && models?.length === 0 && <NothingOffline what="modello" fetched={fetched} />}
        {!model &&
          models?.map((one) => (
            <UnstyledButton key={one.id} className={classes.option} onClick={() => setModel(one)}>
              <Group gap="xs" wrap="nowrap">
                <ModelIcon icon={one.icon} color={one.color} />
                <Text fw={500}>{one.name}</Text>
              </Group>
              <Text size="sm" c="dimmed">
                {one.code} · versione {one.version}
                {one.periodicity ? ` · ${PERIODICITIES[one.periodicity].toLowerCase()}` : ''}
                {one.minutes ? ` · circa ${howMany(one.minutes, 'minuto', 'minuti')}` : ''}
              </Text>
            </UnstyledButton>
          ))}
        {model && (
          <>
            {again && (
              <Button loading={busy} onClick={() => void start(again.id)}>
                Comincia su {again.code} {again.name}
              </Button>
            )}
            <StationPicker model={model.id} search={search} busy={busy} onPick={(id) => void start(id)} />
            <Group>
              <Button variant="default" onClick={() => setModel(null)}>
                Cambia modello
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
