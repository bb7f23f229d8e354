import { Alert, Button, CloseButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { databaseNames } from '../lib/databases.ts'
import { FIELD_DB } from '../lib/purge.ts'
import { session } from '../lib/session.ts'
import { askToStay, canAskToStay, storageState } from '../lib/storage-space.ts'
import { outbox } from '../outbox/runtime.ts'

/** Storage key: when the browser or the person last refused on this device. It asks again after a month. */
const REFUSED = 'piazzale-keep-refused'
/** Interval and number of checks whether there is anything to protect. */
const AGAIN_MS = 5_000
const TIMES = 12
const MONTH_MS = 30 * 86_400_000
const refusedLately = () => Date.now() - Number(localStorage.getItem(REFUSED) ?? 0) < MONTH_MS

/** Whether the person has data here that a browser short of space could delete. */
async function atRisk(): Promise<boolean> {
  const { user } = session.get()
  if (!user || refusedLately() || !canAskToStay() || (await storageState()).persistent) return false
  if ((await databaseNames()).includes(FIELD_DB + user.id)) return true
  return (await outbox().list()).length > 0 || (await outbox().listDrafts()).length > 0
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
  const [closed, setClosed] = useState(false)
  const { data } = useQuery({
    queryKey: ['device', 'at-risk', user?.id],
    queryFn: atRisk,
    networkMode: 'always',
    // Data may be stored only after the first page is shown, so the check is repeated.
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount > TIMES ? false : AGAIN_MS),
  })
  if (closed || (!data && !answer)) return null
  const notNow = () => localStorage.setItem(REFUSED, String(Date.now()))
  async function ask() {
    setAsking(true)
    const stays = await askToStay()
    setAsking(false)
    if (!stays) notNow()
    setAnswer(stays ? 'yes' : 'no')
  }
  return (
    <Alert color={answer === 'yes' ? 'green' : 'amber'} mb="md" p="xs" role="status">
      <Group gap="xs" justify="flex-end">
        <Text size="sm" flex="1 1 16rem">
          {answer
            ? ANSWERS[answer]
            : asking
              ? 'Rispondi alla domanda del browser.'
              : 'Se manca spazio, il browser può eliminare il lavoro salvato qui.'}
        </Text>
        {answer ? (
          <Button variant="default" onClick={() => setClosed(true)}>
            Ho capito
          </Button>
        ) : (
          <>
            <Button variant="default" loading={asking} onClick={() => void ask()}>
              Proteggi i dati
            </Button>
            <CloseButton
              size="var(--target)"
              aria-label="Non ora"
              onClick={() => {
                notNow()
                setClosed(true)
              }}
            />
          </>
        )}
      </Group>
    </Alert>
  )
}
