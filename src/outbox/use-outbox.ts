import { useLiveQuery } from 'dexie-react-hooks'
import { waitingOnDevice } from '../lib/device.ts'
import { outbox } from './runtime.ts'
import { sharedLiveQuery } from './shared-live-query.ts'
import { worksOf } from './work.ts'

/** What the person at the device works on, live across tabs; undefined while it is being read: not the same as empty (outbox.md R9). */
export const useWorks = sharedLiveQuery(async () => {
  const own = outbox()
  const [items, drafts] = await Promise.all([own.list(), own.unqueued()])
  return worksOf(items, drafts)
})
/** How much waits on this device, per person. */
export const useWaiting = () => useLiveQuery(waitingOnDevice, [])
