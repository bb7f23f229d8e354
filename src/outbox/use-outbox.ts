import { useLiveQuery } from 'dexie-react-hooks'
import { waitingHere } from '../lib/device.ts'
import { session } from '../lib/session.ts'
import { outbox } from './runtime.ts'

/** The queue of the person at the device, live across tabs; undefined while it is being read: not the same as empty (outbox.md R9). */
export function useOutbox() {
  const { user } = session.use()
  return useLiveQuery(() => (user ? outbox().list() : []), [user?.id])
}
/** How much waits on this device, per person. */
export const useWaiting = () => useLiveQuery(waitingHere, [])
