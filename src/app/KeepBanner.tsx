import { Alert, Button, CloseButton, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TICKET_KIND } from '../features/tickets/lanes.ts'
import { databaseNames } from '../lib/databases.ts'
import { connection } from '../lib/online.ts'
import { FIELD_DB } from '../lib/purge.ts'
import { session } from '../lib/session.ts'
import { askToStay, canAskToStay, storageState } from '../lib/storage-space.ts'
import { outbox } from '../outbox/runtime.ts'
import { useDesk } from '../ui/use-desk.ts'

/** Storage key: set once this device was asked. The profile still offers it. */
const ASKED = 'piazzale-keep-asked'
/** Interval and number of checks whether there is anything to protect. */
const AGAIN_MS = 5_000
const TIMES = 12

/** Whether the person has data here that a browser short of space could delete. A reply to a ticket leaves a desk within moments. */
async function atRisk(desk: boolean): Promise<boolean> {
  const { user } = session.get()
  if (!user || localStorage.getItem(ASKED) || !canAskToStay() || (await storageState()).persistent) return false
  if ((await databaseNames()).includes(FIELD_DB + user.id)) return true
  const lanes = [...(await outbox().list()).map(({ lane }) => lane), ...(await outbox().listDrafts()).map(({ key }) => key)]
  return lanes.some((lane) => !desk || !lane.startsWith(`${TICKET_KIND}:`))
}

const ANSWERS = {
  yes: 'Fatto: il browser non elimina da solo quello che è salvato qui.',
  no: 'Il browser non lo consente ancora: installa l’app, o usala per qualche giorno. Intanto invia appena c’è rete. Puoi riprovare dal profilo.',
}

/** Asks the browser for persistent storage, with the reason, and shows the answer. */
export function KeepBanner() {
  const { user } = session.use()
  const [answer, setAnswer] = useState<keyof typeof ANSWERS>()
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const desk = useDesk()
  const online = connection.use() === 'online'
  const queryKey = ['device', 'at-risk', user?.id, desk]
  const { data } = useQuery({
    queryKey,
    // Once it is asked, the question stays until it is answered.
    queryFn: async () => !!client.getQueryData(queryKey) || atRisk(desk),
    networkMode: 'always',
    // Data may be stored only after the first page is shown, so the check is repeated.
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount > TIMES ? false : AGAIN_MS),
  })
  // Without a network other things come first.
  const shown = !!answer || (!!data && online)
  useEffect(() => {
    if (shown) localStorage.setItem(ASKED, '1')
  }, [shown])
  if (!shown) return null
  const close = () => {
    setAnswer(undefined)
    client.setQueryData(queryKey, false)
  }
  async function ask() {
    setAsking(true)
    const stays = await askToStay()
    setAsking(false)
    setAnswer(stays ? 'yes' : 'no')
  }
  return (
    <Alert color={answer === 'yes' ? 'green' : 'amber'} mb="sm" p="xs" role="status">
      <Group gap="xs" justify="flex-end">
        <Text size="sm" flex="1 1 16rem">
          {answer
            ? ANSWERS[answer]
            : asking
              ? 'Rispondi alla domanda del browser.'
              : 'Se manca spazio, il browser può eliminare il lavoro salvato qui.'}
        </Text>
        {answer ? (
          <Button variant="default" onClick={close}>
            Ho capito
          </Button>
        ) : (
          <>
            <Button variant="default" loading={asking} onClick={() => void ask()}>
              Proteggi i dati
            </Button>
            <CloseButton size="var(--target)" aria-label="Non ora" onClick={close} />
          </>
        )}
      </Group>
    </Alert>
  )
}
