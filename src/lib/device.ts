import Dexie, { type EntityTable } from 'dexie'
import type { PermissionName } from '../contract/roles.ts'
import type { PasswordCheck } from './password-check.ts'

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
  /** Wall clock of the server's last word that this sign-in is good; absent in what older versions kept. */
  confirmed?: number
  /** Hidden until the person is known again; outlives a restart. */
  locked?: boolean
  /** What the password is compared with where there is no network; on shared devices only. */
  check?: PasswordCheck
  /** Wrong passwords in a row without a network. */
  tries?: number
}
/** This browser as the office knows it, whoever is signed in. */
interface Own {
  key: 'own'
  uuid: string
  /** Several people work on it: it locks itself when nobody does. Undefined until somebody has said. */
  shared?: boolean
}
/** How much of a person's work waits here: all that others at the device may know of it (reliability.md R4). */
export interface Waiting {
  user: number
  userName: string
  /** Not sent yet, stuck ones included. */
  unsent: number
  /** Wall clock of the oldest. */
  since: number
}
/** What the device itself remembers; the handle is worthless without the HttpOnly cookie (architecture.md 5). */
const db = new Dexie('piazzale-device') as Dexie & {
  kept: EntityTable<Kept, 'key'>
  own: EntityTable<Own, 'key'>
  waiting: EntityTable<Waiting, 'user'>
}
db.version(3)
  .stores({ kept: 'key', own: 'key', waiting: 'user' })
  // Earlier versions wrote `false` there without having asked.
  .upgrade((change) => change.table('own').toCollection().modify({ shared: undefined }))

export const keptSession = () => db.kept.get('session')
export const keepSession = (kept: Omit<Kept, 'key'>) => db.kept.put({ key: 'session', ...kept })
export const confirmSession = (at: number) => db.kept.update('session', { confirmed: at })
export const keepLock = (lock: Partial<Pick<Kept, 'locked' | 'check' | 'tries'>>) => db.kept.update('session', lock)
export const keepProfile = (profile: Profile) => db.kept.update('session', { profile })
/** The one of that stamp: a later sign-in stays. */
export const forgetSession = (stamp: string | undefined) =>
  db.kept
    .where({ key: 'session' })
    .and((kept) => kept.stamp === stamp)
    .delete()

/** This device; it names itself at the first question. */
export const ownDevice = (): Promise<Own> =>
  db.transaction('rw', db.own, async () => {
    const known = await db.own.get('own')
    if (known) return known
    const fresh: Own = { key: 'own', uuid: crypto.randomUUID() }
    await db.own.put(fresh)
    return fresh
  })

/** Writes what is there already: whether this device can keep anything shows. */
export const writeOwn = async () => db.own.put(await ownDevice())
export const keepShared = async (shared: boolean) => {
  await ownDevice()
  await db.own.update('own', { shared })
}

/** How much waits on this device, per person. */
export const waitingHere = () => db.waiting.toArray()
/** Writes down what a person's own database holds now: whoever comes next never opens it. */
export const keepWaiting = (user: number, waiting: Waiting | undefined) => (waiting ? db.waiting.put(waiting) : db.waiting.delete(user))
