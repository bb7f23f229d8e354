import { useLiveQuery } from 'dexie-react-hooks'
import { waitingOnDevice } from '../lib/device.ts'
import { outbox } from './runtime.ts'
import { sharedLiveQuery } from './shared-live-query.ts'
import { worksOf } from './work.ts'

/** Unsent work of the person at the device, live across tabs. Undefined while loading, which is not the same as empty. */
export const useWorks = sharedLiveQuery(async () => {
  const own = outbox()
  const [items, drafts] = await Promise.all([own.list(), own.unqueued()])
  return worksOf(items, drafts)
})
/** How much waits on this device, per person. */
export const useWaiting = () => useLiveQuery(waitingOnDevice, [])
