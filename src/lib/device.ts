import type { Me } from '../contract/kernel/auth.ts'
import type { PasswordCheck } from './password-check.ts'

/** The signed-in person as the app starts with offline: enough to draw the shell, nothing else. */
export type Profile = Me
interface StoredSession {
  key: 'session'
  /** Absent where the person came in without a network: nothing is read or sent for them until they sign in (decision 019). */
  handle?: string | undefined
  /** Changes with every sign-in; names it without being a secret. */
  stamp: string
  profile: Profile
  /** Wall clock of the server's last word that this sign-in is good; absent in what older versions kept. */
  confirmed?: number
  /** Hidden until the person is known again; outlives a restart. */
  locked?: boolean
}
/** A person who has given their password here: without a network it lets them in again, to what is theirs (decision 019). */
export interface KnownPerson {
  user: number
  /** Without the e-mail. */
  profile: Profile
  check: PasswordCheck
  /** Salted hash of the e-mail, which is not kept itself: the next person at the device could read it. */
  address?: string
  /** Wrong passwords in a row without a network. */
  tries: number
  /** Wall clock of the server's last word that this person is who they say. */
  confirmed: number
}
/** This browser as the office knows it, whoever is signed in. */
interface DeviceRecord {
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
interface Stores {
  kept: StoredSession
  own: DeviceRecord
  waiting: Waiting
  known: KnownPerson
}
/**
 * What the device itself remembers; the handle is worthless without the HttpOnly cookie (architecture.md 5). Not through Dexie, which the first
 * paint would have to wait for. Opened anew each time: a connection that is kept can be lost (iOS).
 */
async function withStores<T>(names: (keyof Stores)[], mode: IDBTransactionMode, work: (of: IDBTransaction) => Promise<T>): Promise<T> {
  const opening = indexedDB.open('piazzale-device', 40)
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening, oldVersion)
  const db = await answer(opening)
  try {
    const transaction = db.transaction(names, mode)
    const complete = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done()
      transaction.onabort = () => failed(transaction.error)
    })
    const [result] = await Promise.all([work(transaction), complete])
    return result
  } finally {
    db.close()
  }
}
const withStore = <T>(name: keyof Stores, mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> =>
  withStores([name], mode, (transaction) => work(transaction.objectStore(name)))
/** From any older version: 20 had no `waiting`, and wrote `shared: false` without having asked; 30 had `check` and `tries` in the session. */
function upgrade({ result: db, transaction }: IDBOpenDBRequest, from: number) {
  const keys: Record<keyof Stores, string> = { kept: 'key', own: 'key', waiting: 'user', known: 'user' }
  for (const [name, keyPath] of Object.entries(keys)) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name, { keyPath })
  const own = transaction!.objectStore('own')
  if (from < 30)
    own.get('own').onsuccess = ({ target }) => {
      const known = (target as IDBRequest<DeviceRecord | undefined>).result
      if (known) own.put({ key: 'own', uuid: known.uuid } satisfies DeviceRecord)
    }
  const kept = transaction!.objectStore('kept')
  if (from === 30)
    kept.get('session').onsuccess = ({ target }) => {
      const before = (target as IDBRequest<(StoredSession & Partial<KnownPerson>) | undefined>).result
      if (!before?.check) return
      const { check, tries = 0, ...rest } = before
      kept.put(rest)
      const { profile, confirmed = 0 } = rest
      transaction!
        .objectStore('known')
        .put({ user: profile.id, profile: withoutEmail(profile), check, tries, confirmed } satisfies KnownPerson)
    }
}
const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
const read = <S extends keyof Stores>(store: IDBObjectStore, key: IDBValidKey) => answer<Stores[S] | undefined>(store.get(key))

/** All that a start wants to know. */
export interface DeviceState {
  kept?: StoredSession | undefined
  own?: DeviceRecord | undefined
}
export const readDevice = (): Promise<DeviceState> =>
  withStores(['kept', 'own'], 'readonly', async (of) => {
    const [kept, own] = await Promise.all([read<'kept'>(of.objectStore('kept'), 'session'), read<'own'>(of.objectStore('own'), 'own')])
    return { kept, own }
  })
export const keptSession = () => withStore('kept', 'readonly', (store) => read<'kept'>(store, 'session'))
export const keepSession = (kept: Omit<StoredSession, 'key'>) =>
  withStore('kept', 'readwrite', (store) => answer(store.put({ key: 'session', ...kept } satisfies StoredSession)))
/** What the server says of the person is kept with the sign-in and for their return alike. */
const changeSession = (changes: Partial<Pick<StoredSession, 'confirmed' | 'profile' | 'locked'>>) =>
  withStores(['kept', 'known'], 'readwrite', async (of) => {
    const kept = await read<'kept'>(of.objectStore('kept'), 'session')
    if (!kept) return
    await answer(of.objectStore('kept').put({ ...kept, ...changes }))
    const known = await read<'known'>(of.objectStore('known'), kept.profile.id)
    const { locked: _, profile = known?.profile, ...said } = changes
    if (known && profile) await answer(of.objectStore('known').put({ ...known, ...said, profile: withoutEmail(profile) }))
  })
export const confirmSession = (confirmed: number) => changeSession({ confirmed })
export const keepLocked = (locked: boolean) => changeSession({ locked })
export const keepProfile = (profile: Profile) => changeSession({ profile })
/** The one of that stamp: a later sign-in stays. */
export const forgetSession = (stamp: string | undefined) =>
  withStore('kept', 'readwrite', async (store) => {
    const kept = await read<'kept'>(store, 'session')
    if (kept?.stamp === stamp) await answer(store.delete('session'))
  })

const withoutEmail = (profile: Profile): Profile => ({ ...profile, email: '' })
export const knownPeople = () => withStore('known', 'readonly', (store) => answer<KnownPerson[]>(store.getAll()))
export const keepPerson = (known: KnownPerson) =>
  withStore('known', 'readwrite', (store) => answer(store.put({ ...known, profile: withoutEmail(known.profile) })))
export const forgetPerson = (user: number) => withStore('known', 'readwrite', (store) => answer(store.delete(user)))
/** The person as known here, with one try more or none: counted in one step, whatever other tabs do. */
export const countTry = (user: number, fine = false) =>
  withStore('known', 'readwrite', async (store) => {
    const before = await read<'known'>(store, user)
    const known = before && { ...before, tries: fine ? 0 : before.tries + 1 }
    if (known) await answer(store.put(known))
    return known
  })

/** This device, changed; it names itself at the first question. */
const changeOwn = (changes: Partial<DeviceRecord>): Promise<DeviceRecord> =>
  withStore('own', 'readwrite', async (store) => {
    const own: DeviceRecord = { key: 'own', uuid: crypto.randomUUID(), ...(await read<'own'>(store, 'own')), ...changes }
    await answer(store.put(own))
    return own
  })
/** Writes also what is there already: whether this device can keep anything shows. */
export const ownDevice = () => changeOwn({})
export const keepShared = (shared: boolean) => changeOwn({ shared })

/** How much waits on this device, per person. */
export const waitingOnDevice = () => withStore('waiting', 'readonly', (store) => answer<Waiting[]>(store.getAll()))
/** Writes down what a person's own database holds now: whoever comes next never opens it. */
export const keepWaiting = (user: number, waiting: Waiting | undefined) =>
  withStore('waiting', 'readwrite', async (store) => {
    await (waiting ? answer(store.put(waiting)) : answer(store.delete(user)))
  })
