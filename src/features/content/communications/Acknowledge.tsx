import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Communication } from '../../../contract/content/communications.ts'
import { clockBehindSeconds } from '../../../lib/clock-then.ts'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { outbox, wake } from '../../../outbox/runtime.ts'
import { isStuck } from '../../../outbox/summary.ts'
import { LinkButton } from '../../../ui/links.tsx'
import { SaveState } from '../../../ui/SaveState.tsx'
import { queueAck } from './ack-queue.ts'
import { useAcks } from './use-acks.ts'

/** What the recipient of a control communication must do, or when it was done. The confirmation is queued, and sent once there is a network. */
export function Acknowledge({ one }: { one: Communication }) {
  const { type, mine } = one
  const state = useAcks()(one)
  const [busy, setBusy] = useState(false)
  if (type !== 2 || !mine) return null
  if (mine.ack_at)
    return (
      <Alert color="green" role="status">
        Ne hai confermato la presa visione il {dayTime(mine.ack_at)}.
      </Alert>
    )
  if (state)
    return (
      <Alert color="amber" role="status">
        <Group justify="space-between" gap="sm">
          <Text>Conferma da inviare: è su questo dispositivo e parte da sola quando il server si raggiunge.</Text>
          <SaveState state={state} />
          {isStuck({ state }) && (
            <LinkButton to="/invii" variant="subtle">
              Vai agli invii
            </LinkButton>
          )}
        </Group>
      </Alert>
    )
  const confirm = async () => {
    setBusy(true)
    await queueAck(outbox(), one, clockBehindSeconds(Date.now())).then(
      () => void wake('put'),
      (error: Error) => notify.error(error.message),
    )
    setBusy(false)
  }
  return (
    <Alert color="amber">
      <Group justify="space-between" gap="sm">
        <Text>Leggi la comunicazione e conferma di averne preso visione.</Text>
        <Button loading={busy} onClick={() => void confirm()}>
          Ho preso visione
        </Button>
      </Group>
    </Alert>
  )
}
