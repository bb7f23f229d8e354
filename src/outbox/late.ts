import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import { session } from '../lib/session.ts'
import { typed } from './copy.ts'
import type { Change } from './draft-editor.ts'

/** A page that is being closed cannot finish writing to IndexedDB: what was typed last goes to sessionStorage, until its draft is opened again in this tab. */
const LATE = 'piazzale-late-copy'
interface Late {
  key: string
  user: number | undefined
  values: Values
  /** Whether it was confirmed too. */
  state: OfflineCopy['state']
}
export const lateOf = (key: string) => ({
  keep(stored: OfflineCopy, { values, state }: OfflineCopy) {
    // A picture whose bytes are not on the device is in none of it.
    const photos = values.photos.filter((uuid) => stored.values.photos.includes(uuid) || stored.files[uuid])
    sessionStorage.setItem(LATE, JSON.stringify({ key, user: session.get().user?.id, values: { ...values, photos }, state } satisfies Late))
  },
  take(): Change<OfflineCopy> | undefined {
    const late = JSON.parse(sessionStorage.getItem(LATE) ?? 'null') as Late | null
    if (late?.key !== key || late.user !== session.get().user?.id) return undefined
    sessionStorage.removeItem(LATE)
    return typed(late.values)
  },
})
