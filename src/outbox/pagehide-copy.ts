import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import { keepLate, readLate } from '../lib/late-text.ts'
import { session } from '../lib/session.ts'
import { typed } from './copy.ts'
import type { Edit } from './draft-copy.ts'

/**
 * A page that is being closed cannot finish writing to IndexedDB. What was typed last goes to sessionStorage, until its draft is opened
 * again in this tab.
 */
const STORAGE_KEY = 'piazzale-late-copy'
interface LastTyped {
  key: string
  user: number | undefined
  values: Values
  /** Whether it was confirmed too. */
  state: OfflineCopy['state']
}
export const pagehideCopy = (key: string) => ({
  keep(stored: OfflineCopy, { values, state }: OfflineCopy) {
    // A picture whose bytes never reached the device is left out.
    const photos = values.photos.filter((uuid) => stored.values.photos.includes(uuid) || stored.files[uuid])
    keepLate(STORAGE_KEY, { key, user: session.get().user?.id, values: { ...values, photos }, state } satisfies LastTyped)
  },
  take(): Edit<OfflineCopy> | undefined {
    const late = readLate<LastTyped>(STORAGE_KEY)
    if (late?.key !== key || late.user !== session.get().user?.id) return undefined
    sessionStorage.removeItem(STORAGE_KEY)
    return typed(late.values)
  },
})
