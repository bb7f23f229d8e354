import { Alert, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bytes } from '../../../lib/format.ts'
import { BY_HAND, install, useInstall } from '../../../lib/install.ts'
import { setShared, shared } from '../../../lib/lock.ts'
import { notify } from '../../../lib/notify.ts'
import { purgeReads } from '../../../lib/purge.ts'
import { askToStay, canAskToStay, NO_ROOM, roomOf, storageState } from '../../../lib/storage-space.ts'

/** Storage of this device, its protection against deletion by the browser, shared use, and installing the app. */
export function DeviceCard() {
  const { data, refetch } = useQuery({ queryKey: ['device', 'storage'], queryFn: storageState, networkMode: 'always' })
  const installable = useInstall()
  const several = shared.use()
  const room = data && roomOf(data)
  async function clear() {
    await purgeReads()
    notify.success('Cache svuotata')
    await refetch()
  }
  const [asking, setAsking] = useState(false)
  async function protect() {
    setAsking(true)
    const stays = await askToStay()
    setAsking(false)
    if (stays) notify.success('Da ora il browser non elimina questi dati da solo.')
    else notify.warning('Il browser non lo consente ancora: installa l’app, o usala per qualche giorno, e riprova.')
    await refetch()
  }
  return (
    <Card withBorder component="section">
      <Title order={2}>Questo dispositivo</Title>
      <Stack mt="sm" gap="sm">
        {room === 'low' && (
          <Alert color="amber">
            Lo spazio su questo dispositivo sta finendo: invia quello che aspetta e libera spazio da foto, video e altre app, non i dati del
            browser.
          </Alert>
        )}
        {room === 'full' && <Alert color="red">{NO_ROOM}</Alert>}
        <Text>
          {data?.usage === undefined
            ? 'Spazio occupato non disponibile.'
            : `Spazio occupato: ${bytes(data.usage)}${data.quota ? ` di ${bytes(data.quota)}` : ''}.`}
        </Text>
        <Text>
          {data?.persistent
            ? 'I dati salvati qui sono protetti dalla pulizia automatica del browser.'
            : canAskToStay()
              ? 'Il browser potrebbe eliminare i dati di questo sito se lo spazio finisce: proteggerli, o installare l’app.'
              : 'Il browser potrebbe eliminare i dati di questo sito se lo spazio finisce, e non permette di proteggerli: invia appena c’è rete.'}
        </Text>
        {asking && <Text role="status">Rispondi alla domanda del browser per proteggere i dati.</Text>}
        {installable === 'by-hand' && <Text>{BY_HAND}</Text>}
        <Switch
          label="Dispositivo condiviso"
          description="Più persone lo usano: si blocca da solo quando nessuno lo tocca per 5 minuti (15 su un telefono), e chiede la password di chi sta lavorando."
          checked={several}
          onChange={(event) => void setShared(event.currentTarget.checked)}
        />
        <Group>
          {data && !data.persistent && canAskToStay() && (
            <Button variant="default" loading={asking} onClick={() => void protect()}>
              Proteggi i dati
            </Button>
          )}
          {installable === 'offer' && <Button onClick={() => void install()}>Installa l’app</Button>}
          <Button variant="default" onClick={() => void clear()}>
            Svuota cache
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
