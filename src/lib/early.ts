import { API_BASE, HANDLE, READ_TIMEOUT_MS } from '../contract/constants.ts'
import { allows, type PolicyName } from '../contract/policies.ts'
import { rolesOf } from '../contract/roles.ts'
import type { Profile } from './device.ts'

/**
 * Addresses that begin with a list, where it is read, and for whom the service worker keeps it. Held to pages and contract by tests only: to
 * import those would load the code of the page, which is what this need not wait for.
 */
export const firstLists: Readonly<Record<string, { path: string; keptFor?: Exclude<PolicyName, 'guest'> }>> = {
  '/dispositivi': { path: '/devices' },
  '/logs': { path: '/activity' },
  '/servizi': { path: '/available_services' },
  '/stazioni': { path: '/stations' },
  '/stazioni/banche': { path: '/banks' },
  '/storico-modifiche': { path: '/models/history' },
  '/tickets/categorie': { path: '/support/t/category' },
  '/utenti': { path: '/users' },
  '/verifiche': { path: '/inspection', keptFor: 'insp.read' },
}
/** With any other parameter the page decides what is read. */
const PLAIN = ['page', 'per_page', 'search', 'sort']

interface SignedIn {
  handle: string
  stamp: string
  profile: Pick<Profile, 'id' | 'scope'>
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

/**
 * Asks for the list of the page together with the token, and so without one: by cookie and handle, as the token itself is asked for. On a slow line
 * that is one way there and back less; on a slow phone the code that would ask for it runs half a second later.
 */
export function askEarly({ handle, stamp, profile }: SignedIn) {
  const list = firstLists[location.pathname]
  if (!list || [...new URLSearchParams(location.search).keys()].some((key) => !PLAIN.includes(key))) return
  const { path, keptFor } = list
  const url = API_BASE + path + location.search
  const kept = keptFor && allows(keptFor, { roles: rolesOf(profile.scope), permissions: [] })
  const stop = new AbortController()
  const answer = fetch(url, {
    headers: { accept: 'application/json', [HANDLE]: handle, ...(kept && { 'x-cache-user': String(profile.id) }) },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    credentials: 'same-origin',
  })
  answer.catch(() => undefined)
  early = { url, stamp, asked: Date.now(), answer, stop }
}
/** What was asked early, for the first read of the page: once, and only for that address and that sign-in. Another read than was thought stops it. */
export function takeEarly(url: string, stamp: string | undefined, signal: AbortSignal): Pick<Early, 'answer' | 'asked'> | undefined {
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
