import { API_BASE, READ_CACHE } from '../contract/constants.ts'
import { allows, type PolicyName } from '../contract/policies.ts'
import { rolesOf } from '../contract/roles.ts'
import { confirmSession, forgetSession, keepSession, keptSession, type Profile } from './device.ts'
import { createStore } from './store.ts'

export interface Session {
  /** Undefined until the device has been asked. */
  user: Profile | null | undefined
  /** Of the sign-in, not of the person. */
  stamp?: string
}
export const session = createStore<Session>({ user: undefined })
/** The bearer lives in memory only; `handle` and cookie renew it. */
let bearer: { token: string; expires: number } | undefined
let handle: string | undefined
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('piazzale-session')

interface Answer {
  data: { token: string; expires_at: string; handle: string; user_id: number }
}
/** How everything that can be fetched again is deleted: each store of it adds its own. Unsent work is none of it (reliability.md R3, R4). */
export const onPurge = new Set<() => unknown>()
/** What must happen besides when a session ends, whatever ended it. */
export const onSessionEnd = new Set<(reason: 'logout' | 'expired' | 'elsewhere') => unknown>()

const hold = ({ data }: Answer) => {
  bearer = { token: data.token, expires: Date.parse(data.expires_at) }
  handle = data.handle
}
const may = (user: Profile | null | undefined, policy: PolicyName) =>
  allows(policy, user ? { roles: rolesOf(user.scope), permissions: user.permissions } : undefined)
/** Whether the signed-in person passes a policy: the same table the server enforces. */
export const can = (policy: PolicyName) => may(session.get().user, policy)
export const useCan = () => {
  const { user } = session.use()
  return (policy: PolicyName) => may(user, policy)
}

/** Reads who was signed in here last; the app opens with that profile even without a network. */
export async function bootSession(): Promise<void> {
  const kept = await keptSession().catch(() => undefined)
  handle = kept?.handle
  session.set(kept ? { user: kept.profile, stamp: kept.stamp } : { user: null })
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<'in' | 'out'>) => void (data === 'in' ? location.reload() : endSession('elsewhere')),
  )
}
/** After a login: the profile is read with the new token and kept for offline starts. */
export async function startSession(answer: Answer['data']): Promise<Profile> {
  hold({ data: answer })
  const response = await fetch(`${API_BASE}/auth/me`, { headers: { authorization: `Bearer ${answer.token}` } })
  if (!response.ok) throw new Error('Profilo non disponibile')
  const { data } = (await response.json()) as { data: Profile }
  const stamp = crypto.randomUUID()
  // Somebody else takes over without a sign-out in between.
  if (session.get().user && session.get().user?.id !== data.id) await purgeFetched()
  await keepSession({ handle: answer.handle, stamp, profile: data, confirmed: Date.now() })
  session.set({ user: data, stamp })
  channel?.postMessage('in')
  return data
}
/** A token good for at least half a minute, renewed when needed; undefined when there is no session or no network. */
export async function freshToken(): Promise<string | undefined> {
  return bearer && bearer.expires - Date.now() > 30_000 ? bearer.token : renewToken()
}
let renewing: Promise<string | undefined> | undefined
/** Renews the token: one request at a time in this tab, and one tab at a time, since each renewal replaces the cookie. */
export function renewToken(): Promise<string | undefined> {
  renewing ??= (navigator.locks ? navigator.locks.request('piazzale-renew', renew) : renew()).finally(() => {
    renewing = undefined
  })
  return renewing
}
async function renew(): Promise<string | undefined> {
  if (!handle) return undefined
  bearer = undefined
  const response = await fetch(`${API_BASE}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle }),
  })
  // Only a refusal by the server itself ends a session: a gateway's 502 or "too many requests" is no answer, and throws like a dead line.
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new TypeError(`/auth/refresh: ${response.status}`)
  if (!response.ok) return undefined
  hold((await response.json()) as Answer)
  await confirmSession(Date.now()).catch(() => undefined)
  return (bearer as { token: string } | undefined)?.token
}
/** Signs out. The device forgets at once, also without a network; unsent work stays (outbox.md 2.12). */
export async function logout() {
  const token = bearer?.token
  if (token)
    void fetch(`${API_BASE}/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, keepalive: true }).catch(
      () => undefined,
    )
  channel?.postMessage('out')
  await endSession('logout')
}
export const expireSession = () => endSession('expired')

async function endSession(reason: 'logout' | 'expired' | 'elsewhere') {
  if (!session.get().user) return
  bearer = undefined
  handle = undefined
  await Promise.allSettled([forgetSession(), purgeFetched(), ...[...onSessionEnd].map((end) => end(reason))])
  session.set({ user: null })
}
/** The read caches of every user of this browser (reliability.md R3). */
export async function purgeReads() {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) if (name.startsWith(READ_CACHE.prefix)) await caches.delete(name)
}
/** Deletes all that can be fetched again, of every user of this browser. */
export const purgeFetched = () => Promise.allSettled([purgeReads(), ...[...onPurge].map((purge) => purge())])
