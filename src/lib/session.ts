import { allows, type PolicyName } from '../contract/kernel/policies.ts'
import { rolesOf } from '../contract/kernel/roles.ts'
import {
  confirmSession,
  type DeviceState,
  forgetSession,
  type KnownPerson,
  keepProfile,
  keepSession,
  keptSession,
  type Profile,
  readDevice,
} from './device.ts'
import { type DeviceKey, withEarlier } from './device-key.ts'
import { startEarlyRead } from './early-read.ts'
import { PURGE_MS, purgeDevice } from './purge.ts'
import { type SignedIn, send, type Token } from './session-calls.ts'
import { createStore } from './store.ts'
import { waitAtMost } from './wait-at-most.ts'

export interface Session {
  /** Undefined until the device has been asked. */
  user: Profile | null | undefined
  /** Identifies the sign-in, not the person. */
  stamp?: string
  /** Encrypts the person's own work here; undefined until a sign-in by password at a server that gives it. */
  deviceKey?: DeviceKey | undefined
  /** Signed in offline: sees their own data on this device; nothing is read or sent until they sign in online (decision 019). */
  local?: boolean
}
export const session = createStore<Session>({ user: undefined })
/** The bearer token lives in memory only; `handle` and cookie renew it. */
let bearer: { token: string; expires: number } | undefined
let handle: string | undefined
/** Resolves once the handle has been read from the device. */
let handleRead = Promise.resolve()
/** Message between the tabs of this device. It names the user, so that a late one never touches the next person. */
type TabMessage = { what: 'in' | 'out'; user: number }
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('piazzale-session')
const tell = (told: TabMessage) => channel?.postMessage(told)

/**
 * Called before all data that can be fetched again is deleted: a module that keeps such data in memory adds a function that drops it.
 * Unsent work is not touched. `staying`: the person goes on working, and the data is fetched again.
 */
export const onPurge = new Set<(staying: boolean) => unknown>()
/** Called before the question whether to sign out: held items are sent. */
export const onLeave = new Set<() => Promise<unknown>>()
/** Called when a session ends, for whatever reason. */
export const onSessionEnd = new Set<(reason: 'logout' | 'expired' | 'elsewhere') => unknown>()

const keepToken = (given: Token) => {
  bearer = { token: given.token, expires: Date.parse(given.expires_at) }
  handle = given.handle
}
/** The key to a person's own work for as long as some of it is still being written: also just after their session has ended. */
export function keyFor(user: number): () => DeviceKey | undefined {
  let key: DeviceKey | undefined
  const now = () => {
    const { user: here, deviceKey } = session.get()
    if (here?.id === user && deviceKey) key = deviceKey
    return key
  }
  now()
  return now
}
const may = (user: Profile | null | undefined, policy: PolicyName) =>
  allows(policy, user ? { roles: rolesOf(user.scope), permissions: user.permissions } : undefined)
/** Whether the signed-in person passes a policy: the same table the server enforces. */
export const can = (policy: PolicyName) => may(session.get().user, policy)
/** The signed-in person, in the form that the shared rules take. */
export const useMe = () => {
  const { user } = session.use()
  return { id: user?.id ?? 0, roles: rolesOf(user?.scope ?? []), permissions: user?.permissions ?? [], all_stations: !!user?.all_stations }
}
export const useCan = () => {
  const { user } = session.use()
  return (policy: PolicyName) => may(user, policy)
}

/** Fetched data is deleted if the server has not confirmed the sign-in for this long, network or not. */
export const STALE_MS = 12 * 3_600_000
/**
 * Reads who was last signed in here. The app opens with that profile even without a network, and the token is asked for at once. Before it
 * resolves, everything that may no longer be here is deleted: other people's data, and all of it where nobody is signed in (a tab may have
 * been killed while signing out) or the last contact is too old.
 */
export async function bootSession(): Promise<DeviceState> {
  const reading = readDevice().catch((): DeviceState => ({}))
  handleRead = reading.then(({ kept }) => {
    handle = kept?.handle
  })
  // Without a network the callers that need the token find out by themselves.
  freshToken().catch(() => undefined)
  const { kept, own } = await reading
  if (kept?.handle && !kept.locked) startEarlyRead({ ...kept, handle: kept.handle })
  const fresh = kept && Date.now() - (kept.confirmed ?? 0) < STALE_MS
  session.set(kept ? { user: kept.profile, stamp: kept.stamp, deviceKey: kept.deviceKey, local: !kept.handle } : { user: null })
  await waitAtMost(PURGE_MS, purgeDevice(fresh ? kept.profile.id : undefined))
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.what === 'in') location.reload()
    else if (data.user === session.get().user?.id) void endSession('elsewhere')
  })
  return { kept, own }
}
/** Starts the first read of another page before its code is there. */
export function readAhead(address: { pathname: string; search: string }) {
  const { user, stamp } = session.get()
  if (handle && user && stamp) startEarlyRead({ handle, stamp, profile: user }, address)
}
/**
 * After a login: reads the profile with the new token and stores it for offline starts.
 * @param before is awaited before the session is stored: whoever can read what is written under the key can also come back without a network. It gives
 *   the key with those this device knew before
 */
export async function startSession(
  given: SignedIn,
  before: (profile: Profile, key: DeviceKey | undefined) => Promise<DeviceKey | undefined>,
): Promise<Profile> {
  const profile = await readProfile(given.token)
  if (!profile) throw new Error('Profilo non disponibile')
  ended = undefined
  const stamp = crypto.randomUUID()
  // Somebody else takes over without a sign-out in between.
  if (session.get().user && session.get().user?.id !== profile.id) await purgeFetched(false)
  const kept = await keptSession()
  const deviceKey = await before(profile, withEarlier(keyIn(given), kept?.profile.id === profile.id ? kept.deviceKey : undefined))
  await keepSession({ handle: given.handle, stamp, deviceKey, profile, confirmed: Date.now() })
  // Not before: what the person before has still on its way must not take this token.
  keepToken(given)
  session.set({ user: profile, stamp, deviceKey })
  tell({ what: 'in', user: profile.id })
  return profile
}
const keyIn = ({ device_key }: SignedIn): DeviceKey | undefined =>
  device_key === undefined
    ? undefined
    : Uint8Array.from(atob(device_key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
/** Starts an offline session, after the device itself has recognised the person. The sign-in counts from the server's last confirmation. */
export async function startLocal({ profile, confirmed }: Pick<KnownPerson, 'profile' | 'confirmed'>, deviceKey: DeviceKey | undefined) {
  bearer = undefined
  handle = undefined
  const stamp = crypto.randomUUID()
  await keepSession({ stamp, deviceKey, profile, confirmed })
  session.set({ user: profile, stamp, deviceKey, local: true })
  tell({ what: 'in', user: profile.id })
}
async function readProfile(token: string): Promise<Profile | undefined> {
  const response = await send('me', {}, token)
  return response.ok ? (await response.json()).data : undefined
}
const rightsOf = ({ scope, permissions, all_stations }: Profile) => JSON.stringify([scope.toSorted(), permissions.toSorted(), all_stations])
/** Runs with every renewal of the token. If the rights have changed, what was fetched under the old ones is deleted. */
async function followProfile(token: string) {
  const before = session.get()
  const profile = await readProfile(token)
  const { user, stamp } = session.get()
  if (!profile || !user || stamp !== before.stamp || JSON.stringify(profile) === JSON.stringify(user)) return
  await keepProfile(profile)
  session.set({ ...session.get(), user: profile })
  if (rightsOf(profile) !== rightsOf(user)) await purgeFetched(true)
}
/** A token good for at least half a minute, renewed if needed; undefined without a session or a network. */
export async function freshToken(): Promise<string | undefined> {
  return bearer && bearer.expires - Date.now() > 30_000 ? bearer.token : renewToken()
}
let markTokenAsked = () => {}
/** Resolves once the first renewal is on its way, or there is none to send. */
export const tokenAsked = new Promise<void>((done) => {
  markTokenAsked = done
})
let renewing: Promise<string | undefined> | undefined
/** Renews the token: one request at a time in this tab, and one tab at a time, since each renewal replaces the cookie. */
export function renewToken(): Promise<string | undefined> {
  renewing ??= oneTabAtATime(renew).finally(() => {
    renewing = undefined
  })
  return renewing
}
/** Resolves with the work itself; the lock is passed on a moment later. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks
    ? new Promise((done, failed) => {
        navigator.locks
          .request('piazzale-renew', async () => {
            const working = work()
            done(working)
            await working.catch(() => undefined)
          })
          .catch(failed)
      })
    : work()
let ended: string | undefined
/** The server's words where the last session of this tab ended for a reason of its own: the person's rights were changed. */
export const whyEnded = () => ended
async function renew(): Promise<string | undefined> {
  await handleRead
  const sending = handle && send('refresh', { handle })
  markTokenAsked()
  if (!sending) return undefined
  bearer = undefined
  const response = await sending
  // Only a refusal by the server itself ends a session: a gateway's 502 or a 429 is treated as a network failure, and throws.
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new TypeError(`/auth/refresh: ${response.status}`)
  if (!response.ok) {
    const refusal = (await response.json().catch(() => ({}))) as { code?: string; error?: string }
    ended = refusal.code && refusal.error
    return undefined
  }
  const { data: given } = await response.json()
  keepToken(given)
  void confirmSession(Date.now()).catch(() => undefined)
  void followProfile(given.token).catch(() => undefined)
  return given.token
}
/** Signs out. The device forgets at once, even without a network; unsent work stays. */
export async function logout() {
  const token = bearer?.token
  if (token) void send('logout', {}, token, { keepalive: true }).catch(() => undefined)
  const { user } = session.get()
  if (user) tell({ what: 'out', user: user.id })
  await endSession('logout')
}
export const expireSession = () => endSession('expired')
/** Ends this tab's session if another tab has ended it, or begun another, while this one was suspended. */
export async function followDevice() {
  const kept = await keptSession()
  const { user, stamp } = session.get()
  if (user && kept?.stamp !== stamp) await endSession('elsewhere')
}

let ending: Promise<void> | undefined
/** Resolves once the session that is ending, if any, has ended and its fetched data is deleted. */
export const sessionOver = (): Promise<void> => ending ?? Promise.resolve()
function endSession(reason: 'logout' | 'expired' | 'elsewhere'): Promise<void> {
  ending ??= end(reason).finally(() => {
    ending = undefined
  })
  return ending
}
async function end(reason: 'logout' | 'expired' | 'elsewhere') {
  const { stamp, user } = session.get()
  if (!user) return
  bearer = undefined
  handle = undefined
  // The last typed text is saved before the session ends, while its author is still known.
  await waitAtMost(PURGE_MS, Promise.allSettled([forgetSession(stamp), ...[...onSessionEnd].map((end) => end(reason))]))
  session.set({ user: null })
  await waitAtMost(PURGE_MS, purgeFetched(false))
}
/** Deletes all data that can be fetched again, of every user of this browser. */
export const purgeFetched = async (staying: boolean) => {
  for (const drop of onPurge) await drop(staying)
  await purgeDevice()
}
