import { API_BASE, HANDLE, READ_TIMEOUT_MS } from '../contract/kernel/constants.ts'
import { allows, type PolicyName } from '../contract/kernel/policies.ts'
import { rolesOf } from '../contract/kernel/roles.ts'
import type { Profile } from './device.ts'

/**
 * Addresses that begin with a list or a record, where it is read, who may, and whether the service worker keeps it. Held to pages and contract by tests only:
 * to import those would load the code of the page, which is what this need not wait for.
 */
export const firstReads: Readonly<Record<string, { path: string; policy: Exclude<PolicyName, 'guest'>; kept?: true }>> = {
  '/logs': { path: '/activity', policy: 'users' },
  '/scadenze': { path: '/expirations', policy: 'exp.read' },
  '/scadenze/{id}': { path: '/expirations/{id}', policy: 'exp.read' },
  '/stazioni': { path: '/stations', policy: 'net.field' },
  '/stazioni/{id}': { path: '/stations/{id}', policy: 'net.field' },
  '/stazioni/banche': { path: '/banks', policy: 'banks.read' },
  '/storico-modifiche': { path: '/models/history', policy: 'history.read' },
  '/utenti': { path: '/users', policy: 'users' },
  '/verifiche': { path: '/inspection', policy: 'insp.read', kept: true },
}
/** With any other parameter the page of a list decides what is read. */
const PLAIN = ['page', 'per_page', 'search', 'sort']

interface SignedIn {
  handle: string
  stamp: string
  profile: Pick<Profile, 'id' | 'scope' | 'permissions'>
}
interface Early {
  url: string
  /** Of the sign-in. */
  stamp: string
  /** Wall clock. */
  asked: number
  answer: Promise<Response>
  stop: AbortController
}
let early: Early | undefined

/** What was read is known for so long, in milliseconds: the page shows it at once, and asks only what has changed. */
export const READ_MEMORY_MS = 10 * 60_000
/** When which addresses of the API were read last, the latest of them. */
const lastReads = new Map<string, number>()
const MOST_NOTED = 50
export function noteRead(url: string) {
  lastReads.delete(url)
  lastReads.set(url, Date.now())
  if (lastReads.size > MOST_NOTED) lastReads.delete(lastReads.keys().next().value!)
}

interface Address {
  pathname: string
  /** With its `?`. */
  search: string
}
/** What the page of an address reads first. */
function firstReadOf({ pathname, search }: Address) {
  const id = /(?<=\/)\d+$/.exec(pathname)?.[0]
  const read = firstReads[id ? `${pathname.slice(0, -id.length)}{id}` : pathname]
  if (!read || (!id && [...new URLSearchParams(search).keys()].some((key) => !PLAIN.includes(key)))) return undefined
  return { ...read, url: API_BASE + (id ? read.path.replace('{id}', id) : read.path + search) }
}

/**
 * Asks for what the page reads first before its code is there. At a start that is together with the token, and so without one: by cookie and handle, as the token
 * itself is asked for. On a slow line that is one way there and back less; on a slow phone the code that would ask for it runs half a second later.
 */
export function startEarlyRead({ handle, stamp, profile }: SignedIn, address: Address = location) {
  const first = firstReadOf(address)
  if (!first || Date.now() - (lastReads.get(first.url) ?? 0) < READ_MEMORY_MS) return
  // Whoever may not open the page would only be refused.
  if (!allows(first.policy, { roles: rolesOf(profile.scope), permissions: profile.permissions })) return
  dropEarlyRead()
  const { url, kept } = first
  const stop = new AbortController()
  const answer = fetch(url, {
    headers: { accept: 'application/json', [HANDLE]: handle, ...(kept && { 'x-cache-user': String(profile.id) }) },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    credentials: 'same-origin',
  })
  answer.catch(() => undefined)
  early = { url, stamp, asked: Date.now(), answer, stop }
}
/** What the page that was opened has not asked for, nobody waits for. */
export function dropEarlyRead() {
  early?.stop.abort()
  early = undefined
}
/** What was asked early, for the first read of the page: once, and only for that address and that sign-in. Another read than was thought stops it. */
export function takeEarlyRead(url: string, stamp: string | undefined, signal: AbortSignal): Pick<Early, 'answer' | 'asked'> | undefined {
  const taken = early
  if (!taken || taken.url.split('?')[0] !== url.split('?')[0]) return undefined
  early = undefined
  if (taken.url !== url || taken.stamp !== stamp || signal.aborted) {
    taken.stop.abort()
    return undefined
  }
  signal.addEventListener('abort', () => taken.stop.abort())
  return taken
}
