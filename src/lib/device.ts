import type { Me } from '../contract/kernel/auth.ts'
import { DEVICE_DB } from './device-key.ts'
import type { PasswordCheck } from './password-check.ts'

/** The signed-in person, as needed to draw the shell when the app starts offline. */
export type Profile = Me
interface StoredSession {
  key: 'session'
  /** Absent after an offline sign-in: nothing is read or sent until the person signs in online (decision 019). */
  handle?: string | undefined
  /** Identifies the sign-in without being a secret; changes with every sign-in. */
  stamp: string
  profile: Profile
  /** Wall clock of the server's last confirmation that this sign-in is good; absent in data of older versions. */
  confirmed?: number
  /** Encrypts the person's own work on this device while they are signed in (docs/spec/security.md#data-on-a-device); absent in data of older versions. */
  deviceKey?: Uint8Array<ArrayBuffer> | undefined
  /** The screen is locked until the person is recognised; survives a restart. */
  locked?: boolean
}
/** A person who has given their password on this device, and may sign in offline to their own data (decision 019). */
export interface KnownPerson {
  user: number
  /** Without the e-mail. */
  profile: Profile
  check: PasswordCheck
  /** Salted hash of the e-mail. The e-mail itself is not stored, since the next person at the device could read it. */
  address?: string
  /** Wrong passwords in a row without a network. */
  tries: number
  /** Wall clock of the server's last confirmation of this person. */
  confirmed: number
}
/** This browser as the office knows it, whoever is signed in. */
interface DeviceRecord {
  key: 'own'
  uuid: string
  /** Several people use it, so it locks itself when idle. Undefined until somebody has said. */
  shared?: boolean
}
/** How much of a person's work waits here: all that others at the device may know of it. */
export interface Waiting {
  user: number
  userName: string
  /** Not sent yet, stuck ones included. */
  unsent: number
  /** Of these, waiting for a person's decision; absent in what an older version noted. */
  stuck?: number
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
 * What runs now. WebKit keeps a page that is left, to come back to it, and its transaction with it: the next page would wait for those stores for ever,
 * with nothing on the screen. So it is taken back as the page goes, and begun anew if it returns.
 */
const running = new Set<IDBTransaction>()
const takenBack = new WeakSet<IDBTransaction>()
globalThis.addEventListener?.('pagehide', ({ persisted }) => {
  if (!persisted) return
  for (const one of running)
    try {
      one.abort()
      takenBack.add(one)
    } catch {
      // It is already being stored.
    }
})
/**
 * Runs `work` on the device's own database. The session handle in it is worthless without the HttpOnly cookie. Not through Dexie, which the
 * first paint would have to wait for. Opened anew each time, because iOS can lose a connection that is kept open.
 */
async function withStores<T>(names: (keyof Stores)[], mode: IDBTransactionMode, work: (of: IDBTransaction) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(DEVICE_DB, 40)
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening, oldVersion)
  const db = await answer(opening)
  let transaction: IDBTransaction | undefined
  try {
    const begun = db.transaction(names, mode)
    transaction = begun
    running.add(begun)
    const complete = new Promise<void>((done, failed) => {
      begun.oncomplete = () => done()
      begun.onabort = () => failed(begun.error)
    })
    const [result] = await Promise.all([work(begun), complete])
    return result
  } catch (error) {
    if (!transaction || !takenBack.has(transaction)) throw error
    return withStores(names, mode, work)
  } finally {
    if (transaction) running.delete(transaction)
    db.close()
  }
}
const withStore = <T>(name: keyof Stores, mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> =>
  withStores([name], mode, (transaction) => work(transaction.objectStore(name)))
/**
 * Upgrades from any older version: 20 had no `waiting`, and wrote `shared: false` without having asked; 30 had `check` and `tries` in the
 * session.
 */
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

/** Everything a start needs to know about the device. */
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
/** Profile and confirmation are kept for the sign-in and for a later offline sign-in alike. */
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
/** Only the session with that stamp: a later sign-in stays. */
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
/** Counts a try, or resets the count, in one step with reading: other tabs may count too. Returns the person as known here. */
export const countTry = (user: number, fine = false) =>
  withStore('known', 'readwrite', async (store) => {
    const before = await read<'known'>(store, user)
    const known = before && { ...before, tries: fine ? 0 : before.tries + 1 }
    if (known) await answer(store.put(known))
    return known
  })

/** Changes the record of this device, and gives it its uuid the first time. */
const changeOwn = (changes: Partial<DeviceRecord>): Promise<DeviceRecord> =>
  withStore('own', 'readwrite', async (store) => {
    const own: DeviceRecord = { key: 'own', uuid: crypto.randomUUID(), ...(await read<'own'>(store, 'own')), ...changes }
    await answer(store.put(own))
    return own
  })
/** Writes even if nothing changes, to find out whether this device can store anything. */
export const ownDevice = () => changeOwn({})
export const keepShared = (shared: boolean) => changeOwn({ shared })

/** How much waits on this device, per person. */
export const waitingOnDevice = () => withStore('waiting', 'readonly', (store) => answer<Waiting[]>(store.getAll()))
/** Notes how much a person's own database holds: nobody else opens that database. */
export const keepWaiting = (user: number, waiting: Waiting | undefined) =>
  withStore('waiting', 'readwrite', async (store) => {
    await (waiting ? answer(store.put(waiting)) : answer(store.delete(user)))
  })
