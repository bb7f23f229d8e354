/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { API_BASE, READ_CACHE } from '../src/contract/constants.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// With the empty manifest of the dev server there is no page to bind to.
if (import.meta.env.PROD) registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }))

const strategies = new Map<string, NetworkFirst>()
/** One cache per user: answers fetched with one person's token are never given to another (outbox.md 2.11). */
function strategyOf(user: string): NetworkFirst {
  const cacheName = READ_CACHE.prefix + user
  let strategy = strategies.get(user)
  if (!strategy) {
    strategy = new NetworkFirst({
      cacheName,
      plugins: [
        new ExpirationPlugin({ maxEntries: READ_CACHE.maxEntries, maxAgeSeconds: READ_CACHE.maxAgeSeconds }),
        {
          // A reverse proxy that answers 502 is as good as no network: fall back to the copy.
          fetchDidSucceed: async ({ response }) => {
            if (response.status >= 500) throw new Error(String(response.status))
            return response
          },
          cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
        },
      ],
      // The API varies by Authorization, and the token changes every quarter of an hour; the cache is the user's own.
      matchOptions: { ignoreVary: true },
    })
    strategies.set(user, strategy)
  }
  return strategy
}
/** Only what the page marks as a plain read of a signed-in person; never a write (outbox.md 2.7). */
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.method === 'GET' && url.pathname.startsWith(API_BASE) && request.headers.has('x-cache-user'),
  (options) => strategyOf(options.request.headers.get('x-cache-user')!).handle(options),
)
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
