/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { API_BASE, CACHED_AT_HEADER, READ_CACHE, UPDATE_PAUSE } from '../src/contract/kernel/constants.ts'
import { preloadLinks } from '../src/contract/kernel/preload-links.ts'
import { DEVICE_DB, type DeviceKey } from '../src/lib/device-key.ts'
import { openBytes, sealBytes } from '../src/lib/seal-rows.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/**
 * Lets the browser serve files from the cache and pass writes on without asking this worker, which then need not be started or run for each
 * file. Browsers without the feature ask the worker as before.
 */
interface Routes {
  addRoutes?: (rules: { condition: object; source: string | { cacheName: string } }[]) => Promise<void>
}
self.addEventListener('install', (event) => {
  const told = (event as Routes).addRoutes?.([
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } },
    { condition: { and: [{ urlPattern: { pathname: `${API_BASE}/*` } }, { not: { requestMethod: 'GET' } }] }, source: 'network' },
  ])
  if (told) event.waitUntil(told.catch(reportToPages))
})
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// The dev server's manifest is empty, so there is no page to bind to.
if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('/index.html')
  let links: Promise<ReturnType<typeof preloadLinks>> | undefined
  /** Adds links to the files of the address, as the server does: they load while the app starts. */
  const page: typeof shell = async (options) => {
    // The handler replaces the requested address by that of the shell.
    const { pathname } = new URL(options.request.url)
    const answer = await shell(options)
    links ??= matchPrecache('/first.json').then(async (first) => preloadLinks(await first!.json()))
    const [text, linksOf] = await Promise.all([answer.clone().text(), links.catch(reportToPages)])
    if (!linksOf) return answer
    return new Response(text.replace('</head>', `${linksOf(pathname, true)}</head>`), {
      headers: answer.headers,
    })
  }
  registerRoute(new NavigationRoute(page, { denylist: [/^\/api\//] }))
}

const strategies = new Map<string, NetworkFirst>()
/** Changes when the copies are deleted, so that a response requested before is not stored after. */
let generation = 0
/** One cache per user: answers fetched with one person's token are never given to another. */
function strategyOf(user: string): NetworkFirst {
  const cacheName = READ_CACHE.prefix + user
  let strategy = strategies.get(user)
  if (!strategy) {
    strategy = new NetworkFirst({
      cacheName,
      // A dead line reports no error, and a hanging read would also hold back a new version of this worker.
      networkTimeoutSeconds: READ_CACHE.patienceSeconds,
      plugins: [
        new ExpirationPlugin({ maxEntries: READ_CACHE.maxEntries, maxAgeSeconds: READ_CACHE.maxAgeSeconds }),
        {
          // A reverse proxy's 502 counts as no network, so the copy is used.
          fetchDidSucceed: async ({ response }) => {
            if (response.status >= 500) throw new Error(String(response.status))
            return response
          },
          handlerWillStart: async ({ state }) => {
            state!.generation = generation
          },
          cacheWillUpdate: async ({ request, response, state }) => {
            const copy = response.status === 200 ? await asCopy(response, request.url, user) : null
            return state!.generation === generation ? copy : null
          },
          cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
            cachedResponse ? openCopy(cachedResponse, request.url, user) : null,
        },
      ],
    })
    strategies.set(user, strategy)
  }
  return strategy
}
/** The session that the pages keep on this device (src/lib/device.ts). */
const keptSession = () =>
  new Promise<{ profile: { id: number }; deviceKey?: DeviceKey } | undefined>((done, failed) => {
    const opening = indexedDB.open(DEVICE_DB)
    // Only the pages make it.
    opening.onupgradeneeded = () => opening.transaction!.abort()
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const reading = db.transaction('kept').objectStore('kept').get('session')
      reading.onerror = () => failed(reading.error)
      reading.onsuccess = () => done(reading.result)
      db.close()
    }
  })
/** The key of that person, if it is who is signed in here; undefined too before the first sign-in by password with a version that gives one. */
async function keyOf(user: string) {
  const kept = await keptSession().catch(() => undefined)
  return String(kept?.profile.id) === user ? kept?.deviceKey : undefined
}
/** Marks a copy whose body is ciphertext. */
const SEALED = 'x-sealed'
/** A copy as the server had answered it; null where it does not open, as if there were none. */
async function openCopy(copy: Response, url: string, user: string): Promise<Response | null> {
  if (!copy.headers.has(SEALED)) return copy
  const key = await keyOf(user)
  try {
    return key ? new Response(openBytes(key, url, new Uint8Array(await copy.arrayBuffer())), copy) : null
  } catch {
    return null
  }
}
/**
 * Encrypts a copy and marks it with its time, so that nobody takes it for an answer. `vary` is removed: the API varies by Authorization, and the token
 * changes every quarter of an hour. With it each token would leave a copy that no later lookup or expiration finds. The cache is one user's
 * anyway.
 */
async function asCopy(response: Response, url: string, user: string): Promise<Response> {
  const [key, body] = await Promise.all([keyOf(user), response.arrayBuffer()])
  const kept = new Headers(response.headers)
  kept.delete('vary')
  kept.set(CACHED_AT_HEADER, new Date().toISOString())
  if (key) kept.set(SEALED, '1')
  return new Response(key ? sealBytes(key, url, new Uint8Array(body)) : body, { status: response.status, headers: kept })
}
/** Only reads that the page marks with its user; never a write. */
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.method === 'GET' && url.pathname.startsWith(API_BASE) && request.headers.has('x-cache-user'),
  (options) => strategyOf(options.request.headers.get('x-cache-user')!).handle(options),
)
/** When a page last requested something. */
let asked = 0
self.addEventListener('fetch', () => {
  asked = performance.now()
})
/** Counts from the question on: the tap that asks is often followed by a request. */
async function quiet() {
  asked = performance.now()
  const until = asked + UPDATE_PAUSE.patienceMs
  while (performance.now() < Math.min(asked + UPDATE_PAUSE.ms, until)) await new Promise((done) => setTimeout(done, UPDATE_PAUSE.ms / 4))
}
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data?.type === 'WHEN_QUIET') event.waitUntil(quiet().then(() => event.ports[0]?.postMessage('quiet')))
  if (event.data?.type === 'FORGET_READS') generation++
})
/** A push notification, as the server sends it. The browser withdraws the permission from a worker that shows nothing, so something is always shown. */
interface PushMessage {
  title?: string
  body?: string
  link?: string
  tag?: string
}
const parseMessage = (event: PushEvent): PushMessage => {
  try {
    return (event.data?.json() ?? {}) as PushMessage
  } catch {
    return {}
  }
}
self.addEventListener('push', (event) => {
  const { title = 'Piazzale', body = '', link = '/', tag = '' } = parseMessage(event)
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { link }, icon: '/icons/icon-192.png' }))
})
/** An open page navigates by itself, so that nothing typed in it is lost; else a new one is opened. */
async function show(link: string) {
  // Only addresses of ours are opened, whatever was sent.
  const own = /^\/(?!\/)/.test(link) ? link : '/'
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(own)
  page.postMessage({ type: 'OPEN', link: own })
  // If the browser does not bring the page to the front, it has still navigated.
  return page.focus().catch(() => null)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.link ?? '/'))
})
/** Sends the error to the pages, which report it to the server. */
async function reportToPages(error: unknown) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  for (const page of await self.clients.matchAll()) page.postMessage({ type: 'WORKER_ERROR', message, stack })
}
self.addEventListener('error', ({ error }) => void reportToPages(error))
self.addEventListener('unhandledrejection', ({ reason }) => void reportToPages(reason))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
