/** What is asked for is kept; without a network the copy answers. */
addEventListener('fetch', (event) =>
  event.respondWith(
    fetch(event.request)
      .then(async (response) => {
        const copy = response.clone()
        await caches.open('floor').then((cache) => cache.put(event.request, copy))
        return response
      })
      .catch(() => caches.match(event.request)),
  ),
)
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
