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
import { startEarlyRead } from './early-read.ts'
import { PURGE_MS, purgeDevice } from './purge.ts'
import { send, type Token } from './session-calls.ts'
import { createStore } from './store.ts'
import { waitAtMost } from './wait-at-most.ts'

export interface Session {
  /** Undefined until the device has been asked. */
  user: Profile | null | undefined
  /** Of the sign-in, not of the person. */
  stamp?: string
  /** Came in without a network: sees what is theirs on this device; nothing is read or sent until they sign in (decision 019). */
  local?: boolean
}
export const session = createStore<Session>({ user: undefined })
/** The bearer lives in memory only; `handle` and cookie renew it. */
let bearer: { token: string; expires: number } | undefined
let handle: string | undefined
/** Resolves when the handle has been read from the device. */
let handleRead = Promise.resolve()
/** Between the tabs of this device; each message names whom it is about, so that a late one never touches the next person. */
type TabMessage = { what: 'in' | 'out'; user: number }
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('piazzale-session')
const tell = (told: TabMessage) => channel?.postMessage(told)

/**
 * Called before everything that can be fetched again is deleted: whoever keeps such data in memory adds a function that drops it. Unsent work is
 * not touched (reliability.md R3, R4). `staying`: the person goes on working, and the data are fetched again.
 */
export const onPurge = new Set<(staying: boolean) => unknown>()
/** Called before somebody is asked whether to sign out: what is still held back goes. */
export const onLeave = new Set<() => Promise<unknown>>()
/** Called when a session ends, whatever ended it. */
export const onSessionEnd = new Set<(reason: 'logout' | 'expired' | 'elsewhere') => unknown>()

const keepToken = (given: Token) => {
  bearer = { token: given.token, expires: Date.parse(given.expires_at) }
  handle = given.handle
}
const may = (user: Profile | null | undefined, policy: PolicyName) =>
  allows(policy, user ? { roles: rolesOf(user.scope), permissions: user.permissions } : undefined)
/** Whether the signed-in person passes a policy: the same table the server enforces. */
export const can = (policy: PolicyName) => may(session.get().user, policy)
/** Who is signed in here, as the shared rules look at people. */
export const useMe = () => {
  const { user } = session.use()
  return { id: user?.id ?? 0, roles: rolesOf(user?.scope ?? []), permissions: user?.permissions ?? [], all_stations: !!user?.all_stations }
}
export const useCan = () => {
  const { user } = session.use()
  return (policy: PolicyName) => may(user, policy)
}

/** What was fetched goes when the server has not confirmed the sign-in for so long, network or not (reliability.md R3). */
export const STALE_MS = 12 * 3_600_000
/**
 * Reads who was signed in here last; the app opens with that profile even without a network, and their token is asked for at once. Before it
 * resolves, all that may no longer be here is deleted: what is others', and everything where nobody is signed in (a tab may have been killed in
 * the middle of signing out) or the last contact is too old.
 */
export async function bootSession(): Promise<DeviceState> {
  const reading = readDevice().catch((): DeviceState => ({}))
  handleRead = reading.then(({ kept }) => {
    handle = kept?.handle
  })
  // Without a network whoever needs the token finds out by itself.
  freshToken().catch(() => undefined)
  const { kept, own } = await reading
  if (kept?.handle && !kept.locked) startEarlyRead({ ...kept, handle: kept.handle })
  const fresh = kept && Date.now() - (kept.confirmed ?? 0) < STALE_MS
  session.set(kept ? { user: kept.profile, stamp: kept.stamp, local: !kept.handle } : { user: null })
  await waitAtMost(PURGE_MS, purgeDevice(fresh ? kept.profile.id : undefined))
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.what === 'in') location.reload()
    else if (data.user === session.get().user?.id) void endSession('elsewhere')
  })
  return { kept, own }
}
/** What another page of the app reads first, before its code is there. */
export function readAhead(address: { pathname: string; search: string }) {
  const { user, stamp } = session.get()
  if (handle && user && stamp) startEarlyRead({ handle, stamp, profile: user }, address)
}
/** After a login: the profile is read with the new token and kept for offline starts. */
export async function startSession(given: Token): Promise<Profile> {
  keepToken(given)
  const profile = await readProfile(given.token)
  if (!profile) throw new Error('Profilo non disponibile')
  const stamp = crypto.randomUUID()
  // Somebody else takes over without a sign-out in between.
  if (session.get().user && session.get().user?.id !== profile.id) await purgeFetched(false)
  await keepSession({ handle: given.handle, stamp, profile, confirmed: Date.now() })
  session.set({ user: profile, stamp })
  tell({ what: 'in', user: profile.id })
  return profile
}
/** After the device itself has known the person again. The sign-in is as old as the server's last word. */
export async function startLocal({ profile, confirmed }: Pick<KnownPerson, 'profile' | 'confirmed'>) {
  bearer = undefined
  handle = undefined
  const stamp = crypto.randomUUID()
  await keepSession({ stamp, profile, confirmed })
  session.set({ user: profile, stamp, local: true })
  tell({ what: 'in', user: profile.id })
}
async function readProfile(token: string): Promise<Profile | undefined> {
  const response = await send('me', {}, token)
  return response.ok ? (await response.json()).data : undefined
}
const rightsOf = ({ scope, permissions, all_stations }: Profile) => JSON.stringify([scope.toSorted(), permissions.toSorted(), all_stations])
/** With every renewal of the token: other rights than before, and what was fetched under the old ones goes. */
async function followProfile(token: string) {
  const before = session.get()
  const profile = await readProfile(token)
  const { user, stamp } = session.get()
  if (!profile || !user || stamp !== before.stamp || JSON.stringify(profile) === JSON.stringify(user)) return
  await keepProfile(profile)
  session.set({ user: profile, stamp })
  if (rightsOf(profile) !== rightsOf(user)) await purgeFetched(true)
}
/** A token good for at least half a minute, renewed when needed; undefined when there is no session or no network. */
export async function freshToken(): Promise<string | undefined> {
  return bearer && bearer.expires - Date.now() > 30_000 ? bearer.token : renewToken()
}
let markTokenAsked = () => {}
/** Resolves when the first renewal is on its way, or there is none to send. */
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
/** Resolves with the work itself; the next tab's turn comes a little later. */
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
async function renew(): Promise<string | undefined> {
  await handleRead
  const sending = handle && send('refresh', { handle })
  markTokenAsked()
  if (!sending) return undefined
  bearer = undefined
  const response = await sending
  // Only a refusal by the server itself ends a session: a gateway's 502 or a 429 is treated as a network failure, and throws.
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new TypeError(`/auth/refresh: ${response.status}`)
  if (!response.ok) return undefined
  const { data: given } = await response.json()
  keepToken(given)
  void confirmSession(Date.now()).catch(() => undefined)
  void followProfile(given.token).catch(() => undefined)
  return given.token
}
/** Signs out. The device forgets at once, also without a network; unsent work stays (outbox.md 2.12). */
export async function logout() {
  const token = bearer?.token
  if (token) void send('logout', {}, token, { keepalive: true }).catch(() => undefined)
  const { user } = session.get()
  if (user) tell({ what: 'out', user: user.id })
  await endSession('logout')
}
export const expireSession = () => endSession('expired')
/** Ends this tab's session where another tab has ended it or begun another while this one was suspended. */
export async function followDevice() {
  const kept = await keptSession()
  const { user, stamp } = session.get()
  if (user && kept?.stamp !== stamp) await endSession('elsewhere')
}

let ending: Promise<void> | undefined
/** Resolves when the session that is ending, if one is, has ended and what was fetched in it is gone. */
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
  // What was typed last is saved before the session ends, while its author is still known.
  await waitAtMost(PURGE_MS, Promise.allSettled([forgetSession(stamp), ...[...onSessionEnd].map((end) => end(reason))]))
  session.set({ user: null })
  await waitAtMost(PURGE_MS, purgeFetched(false))
}
/** Deletes all that can be fetched again, of every user of this browser. */
export const purgeFetched = async (staying: boolean) => {
  for (const drop of onPurge) await drop(staying)
  await purgeDevice()
}
