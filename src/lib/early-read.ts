import { API_BASE, READ_TIMEOUT_MS, SESSION_HANDLE_HEADER } from '../contract/kernel/constants.ts'
import { allows, type PolicyName } from '../contract/kernel/policies.ts'
import { rolesOf } from '../contract/kernel/roles.ts'
import type { Profile } from './device.ts'

/**
 * The first read of a page by address pattern: its API path, its policy, and whether the service worker keeps it. Tests hold it to pages
 * and contract; importing those would load the code of the page, which this read must not wait for.
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
/** With any other parameter the page decides itself what to read. */
const PLAIN = ['page', 'per_page', 'search', 'sort']

interface SignedIn {
  handle: string
  stamp: string
  profile: Pick<Profile, 'id' | 'scope' | 'permissions'>
}
interface Early {
  url: string
  /** The stamp of the sign-in. */
  stamp: string
  /** Wall clock. */
  asked: number
  answer: Promise<Response>
  stop: AbortController
}
let early: Early | undefined

/** A result stays in memory this long, in milliseconds: the page shows it at once and asks only for changes. */
export const READ_MEMORY_MS = 10 * 60_000
/** Time of the last read of each API address, oldest first. */
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
/** The first read of the page at an address. */
function firstReadOf({ pathname, search }: Address) {
  const id = /(?<=\/)\d+$/.exec(pathname)?.[0]
  const read = firstReads[id ? `${pathname.slice(0, -id.length)}{id}` : pathname]
  if (!read || (!id && [...new URLSearchParams(search).keys()].some((key) => !PLAIN.includes(key)))) return undefined
  return { ...read, url: API_BASE + (id ? read.path.replace('{id}', id) : read.path + search) }
}

/**
 * Starts the page's first read before the page's code is there. At a start this goes out together with the request for the token, so it
 * uses cookie and handle instead. It saves one round trip on a slow line, and half a second on a slow phone.
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
    headers: { accept: 'application/json', [SESSION_HANDLE_HEADER]: handle, ...(kept && { 'x-cache-user': String(profile.id) }) },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    credentials: 'same-origin',
  })
  answer.catch(() => undefined)
  early = { url, stamp, asked: Date.now(), answer, stop }
}
/** Cancels an early read that the opened page has not asked for. */
export function dropEarlyRead() {
  early?.stop.abort()
  early = undefined
}
/**
 * The early read, if it is of that address and that sign-in; it can be taken once. A read of the same page with other parameters cancels
 * it.
 */
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
