import { useLiveQuery } from 'dexie-react-hooks'
import type { Communication } from '../../../contract/content/communications.ts'
import { session } from '../../../lib/session.ts'
import { outbox } from '../../../outbox/runtime.ts'
import { workStateOf } from '../../../outbox/work.ts'
import type { Saved } from '../../../ui/SaveState.tsx'
import { ackOf } from './ack-queue.ts'

/** Tells the state of a confirmation that is on this device and not on the server; undefined if there is none. */
export function useAcks(): (one: Pick<Communication, 'id' | 'version'>) => Saved | undefined {
  const user = session.use().user?.id
  const items = useLiveQuery(async () => (user ? outbox().list() : []), [user])
  return (one) => {
    const item = items?.find(({ entity, state }) => entity === ackOf(one) && state !== 'sent')
    return item && workStateOf({ steps: [item], unqueued: false })
  }
}
