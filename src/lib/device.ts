import Dexie, { type EntityTable } from 'dexie'
import type { PermissionName } from '../contract/roles.ts'

/** The signed-in person as the app starts with offline: enough to draw the shell, nothing else. */
export interface Profile {
  id: number
  name: string
  email: string
  scope: string[]
  permissions: PermissionName[]
  all_stations: boolean
  demo: boolean
}
interface Kept {
  key: 'session'
  handle: string
  /** Changes with every sign-in; names it without being a secret. */
  stamp: string
  profile: Profile
}
/** What the device itself remembers; the handle is worthless without the HttpOnly cookie (architecture.md 5). */
const db = new Dexie('piazzale-device') as Dexie & { kept: EntityTable<Kept, 'key'> }
db.version(1).stores({ kept: 'key' })

export const keptSession = () => db.kept.get('session')
export const keepSession = (kept: Omit<Kept, 'key'>) => db.kept.put({ key: 'session', ...kept })
export const forgetSession = () => db.kept.delete('session')
