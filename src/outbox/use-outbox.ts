import { useLiveQuery } from 'dexie-react-hooks'
import { waitingOnDevice } from '../lib/device.ts'
import { outbox } from './runtime.ts'
import { savingFiles } from './saving-files.ts'
import { sharedLiveQuery } from './shared-live-query.ts'
import { type Work, worksOf } from './work.ts'

const useStored = sharedLiveQuery(async () => {
  const own = outbox()
  const [items, drafts] = await Promise.all([own.list(), own.unqueued()])
  return worksOf(items, drafts)
})
/**
 * Unsent work of the person at the device, live across tabs. Undefined while loading, which is not the same as empty. A record with files
 * that are only in memory is not sent, whatever its queue says.
 */
export const useWorks = Object.assign(
  () => {
    const works = useStored()
    const saving = savingFiles.use()
    return saving.size ? works?.map((work): Work => (saving.has(work.lane) ? { ...work, state: 'saving' } : work)) : works
  },
  { ahead: useStored.ahead },
)
/** How much waits on this device, per person. */
export const useWaiting = () => useLiveQuery(waitingOnDevice, [])
