/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { API_BASE, KEPT_AT, QUIET, READ_CACHE } from '../src/contract/kernel/constants.ts'
import { firstLinks } from '../src/contract/kernel/first-links.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** What the browser does by itself, without asking this worker: it then need not be started, nor run for each file. Browsers that do not know it ask as ever. */
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
// With the empty manifest of the dev server there is no page to bind to.
if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('/index.html')
  let links: Promise<ReturnType<typeof firstLinks>> | undefined
  /** As the server does: with the files of the address, which come while the app starts. */
  const page: typeof shell = async (options) => {
    // The handler of the shell puts its own address in the place of what was asked for.
    const { pathname } = new URL(options.request.url)
    const answer = await shell(options)
    links ??= matchPrecache('/first.json').then(async (first) => firstLinks(await first!.json()))
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
/** One cache per user: answers fetched with one person's token are never given to another (outbox.md 2.11). */
function strategyOf(user: string): NetworkFirst {
  const cacheName = READ_CACHE.prefix + user
  let strategy = strategies.get(user)
  if (!strategy) {
    strategy = new NetworkFirst({
      cacheName,
      // A line that is dead says nothing: a hanging read would also hold back a new version of this worker.
      networkTimeoutSeconds: READ_CACHE.patienceSeconds,
      plugins: [
        new ExpirationPlugin({ maxEntries: READ_CACHE.maxEntries, maxAgeSeconds: READ_CACHE.maxAgeSeconds }),
        {
          // A 502 of a reverse proxy counts as no network: fall back to the copy.
          fetchDidSucceed: async ({ response }) => {
            if (response.status >= 500) throw new Error(String(response.status))
            return response
          },
          handlerWillStart: async ({ state }) => {
            state!.generation = generation
          },
          cacheWillUpdate: async ({ response, state }) =>
            response.status === 200 && state!.generation === generation ? asCopy(response) : null,
        },
      ],
    })
    strategies.set(user, strategy)
  }
  return strategy
}
/**
 * A copy says when it was made, so that nobody takes it for an answer. The API varies by Authorization, and the token changes every quarter of an hour: as it comes, each token would leave a copy of its own, which
 * no later lookup and no expiration would find. The cache is one user's already.
 */
function asCopy({ body, status, headers }: Response): Response {
  const kept = new Headers(headers)
  kept.delete('vary')
  kept.set(KEPT_AT, new Date().toISOString())
  return new Response(body, { status, headers: kept })
}
/** Only what the page marks as a plain read of a signed-in person; never a write (outbox.md 2.7). */
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.method === 'GET' && url.pathname.startsWith(API_BASE) && request.headers.has('x-cache-user'),
  (options) => strategyOf(options.request.headers.get('x-cache-user')!).handle(options),
)
/** When a page last asked for something. */
let asked = 0
self.addEventListener('fetch', () => {
  asked = performance.now()
})
async function quiet() {
  const until = performance.now() + QUIET.patienceMs
  while (performance.now() < Math.min(asked + QUIET.ms, until)) await new Promise((done) => setTimeout(done, QUIET.ms / 4))
}
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (event.data?.type === 'WHEN_QUIET') event.waitUntil(quiet().then(() => event.ports[0]?.postMessage('quiet')))
  if (event.data?.type === 'FORGET_READS') generation++
})
/** What the server tells a person's devices (server/resources/notifications/push.ts). A browser takes away the permission of who shows nothing, so that something is shown in any case. */
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
/** A page that is there goes to what it is about by itself, so that nothing typed in it is lost; else one is opened. */
async function show(link: string) {
  // An address of ours, whatever was sent.
  const own = /^\/(?!\/)/.test(link) ? link : '/'
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(own)
  page.postMessage({ type: 'OPEN', link: own })
  // Where the browser does not let it come to the front, it has gone there all the same.
  return page.focus().catch(() => null)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.link ?? '/'))
})
/** Sent to the pages, which report it to the server. */
async function reportToPages(error: unknown) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  for (const page of await self.clients.matchAll()) page.postMessage({ type: 'WORKER_ERROR', message, stack })
}
self.addEventListener('error', ({ error }) => void reportToPages(error))
self.addEventListener('unhandledrejection', ({ reason }) => void reportToPages(reason))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
