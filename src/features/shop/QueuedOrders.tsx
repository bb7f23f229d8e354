import { Alert, Group, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { fieldMessages } from '../../contract/kernel/error-messages.ts'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox } from '../../outbox/runtime.ts'
import { isStuck } from '../../outbox/summary.ts'
import { splitLabel, workStateOf } from '../../outbox/work.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { orderKind } from './order-kind.ts'
import { laneOfOrders, ORDER_KIND } from './order-queue.ts'

/** Orders of this device that the server does not have, of one station or of all; undefined while they are being read. */
export function useQueuedOrders(station?: number): Listed[] | undefined {
  const user = session.use().user?.id
  return useLiveQuery(async () => {
    const items = user ? await outbox().list() : []
    const isHere = ({ lane }: Listed) => (station ? lane === laneOfOrders(station) : lane.startsWith(`${ORDER_KIND}:`))
    return items.filter((item) => isHere(item) && item.state !== 'sent')
  }, [user, station])
}

/** What the server has said to a refused order, row by row. */
const reasonsOf = ({ lastError }: Listed) => {
  const words = Object.values(fieldMessages(lastError?.body))
  return words.length ? words : [lastError?.message ?? '']
}
/** Where each of them stands. A refused one says why, and how to go on. */
export const QueuedOrders = ({ items, corrected }: { items: readonly Listed[]; corrected?: string | undefined }) =>
  items.map((item) => {
    const state = workStateOf({ steps: [item], unqueued: false })
    const stuck = isStuck({ state })
    return (
      <Alert key={item.id} color={stuck ? 'red' : 'amber'} mb="sm" role={stuck ? 'alert' : 'status'}>
        <Group justify="space-between" gap="xs">
          <Text fw={500}>{splitLabel(item.label).title}</Text>
          <SaveState state={state} />
        </Group>
        {stuck && reasonsOf(item).map((words) => <Text key={words}>{words}</Text>)}
        {stuck && item.entity !== corrected && (
          <LinkAnchor {...orderKind.repair(`${item.lane.split(':')[1]}/${item.entity}`)}>Correggi l’ordine</LinkAnchor>
        )}
      </Alert>
    )
  })
/** The orders of all stations that wait on this device. */
export const WaitingOrders = () => <QueuedOrders items={useQueuedOrders() ?? []} />
