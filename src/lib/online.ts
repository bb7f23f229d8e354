import { onlineManager } from '@tanstack/react-query'
import { API_BASE, CACHED_AT_HEADER } from '../contract/kernel/constants.ts'
import { noteClock } from './clock.ts'
import { createStore } from './store.ts'

/** Whether the server can be reached is measured: `navigator.onLine` is trusted only when false. */
export type Connection = 'online' | 'unreachable' | 'offline'
export const connectionWords: Record<Connection, string> = {
  online: 'in linea',
  unreachable: 'server non raggiungibile',
  offline: 'non in linea',
}
export const connection = createStore<Connection>(navigator.onLine === false ? 'offline' : 'online')
const PROBE_TIMEOUT_MS = 5_000
/** A page without requests of its own checks the connection after this time: after the first paint, which it must not slow down. */
const FIRST_PROBE_MS = 1_000
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let measured = false

function setConnection(found: Connection) {
  // An answer that was on its way when the network went says nothing about now.
  const next = navigator.onLine === false ? 'offline' : found
  measured = true
  failures = next === 'online' ? 0 : failures + 1
  connection.set(next)
  onlineManager.setOnline(next === 'online')
  clearTimeout(timer)
  if (next !== 'online') timer = setTimeout(() => void probe(), Math.min(60_000, 2_000 * 2 ** Math.min(failures, 5)))
}
/** The outcome of a real request is the best probe: any answer of our API shows that the server is there; a kept copy does not. */
export function noteReply(response: Response | undefined) {
  if (!response || response.headers.has(CACHED_AT_HEADER)) void probe()
  else if (response.headers.has('x-request-id')) {
    noteClock(response)
    setConnection('online')
  }
}
/** Asks the server itself, past every cache. A captive portal's page is not our health answer. */
export async function probe(): Promise<Connection> {
  if (navigator.onLine === false) setConnection('offline')
  else
    try {
      const response = await fetch(`${API_BASE}/health`, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      const body = (await response.json()) as { app?: string }
      setConnection(body.app === 'piazzale' ? 'online' : 'unreachable')
    } catch {
      setConnection('unreachable')
    }
  return connection.get()
}
/** Starts watching; called once by main. */
export function watchConnection() {
  onlineManager.setEventListener(() => undefined)
  onlineManager.setOnline(connection.get() === 'online')
  setTimeout(() => void (measured || probe()), FIRST_PROBE_MS)
  addEventListener('online', () => void probe())
  addEventListener('offline', () => setConnection('offline'))
  addEventListener('focus', () => connection.get() !== 'online' && void probe())
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && connection.get() !== 'online' && void probe(),
  )
}
