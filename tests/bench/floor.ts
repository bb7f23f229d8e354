import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { generateSW } from 'workbox-build'

const rows = Array.from({ length: 25 }, (_, id) => ({
  ...{
    id,
    number: `2026/${id}`,
    station: `PV${id} Stazione di servizio ${id}`,
    date: '2026-11-25T08:00:00Z',
    model: 'Verifica del piazzale',
  },
  ...{ outcome: 'Conforme', score: 90, state: 'Completata' },
}))
/** The content of the first load, and a page of verifiche with the same content as ours. */
const [FIRST, PAGE] = [25, 15]

/** Serves the smallest program of the stack as our server serves ours, hashed assets precompressed and precached; and `/bare`, a page without a script. */
export async function serveFloor(folder: string) {
  await generateSW({
    globDirectory: folder,
    globPatterns: ['index.html', 'assets/*.{js,css}'],
    globIgnores: ['assets/outbox*'],
    swDest: path.join(folder, 'sw.js'),
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: 'index.html',
    navigateFallbackDenylist: [/^\/(bare|outbox)/],
    runtimeCaching: [{ urlPattern: ({ url }) => url.pathname === '/rows', handler: 'NetworkFirst' }],
    clientsClaim: true,
    skipWaiting: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
  })
  const assets = path.join(folder, 'assets')
  for (const name of fs.readdirSync(assets)) {
    const file = path.join(assets, name)
    fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
  }
  const app = fastify()
  await app.register(fastifyStatic, { root: assets, prefix: '/assets/', preCompressed: true, maxAge: '1y', immutable: true })
  await app.register(fastifyStatic, { root: folder, preCompressed: true, decorateReply: false })
  app.get<{ Querystring: Record<string, string> }>('/rows', async ({ query }) => ({
    rows: rows.slice(0, 'first' in query ? FIRST : PAGE),
    total: 113,
  }))
  app.get('/bare', async (_, reply) =>
    reply.type('text/html').send('<!doctype html><title>Foglio</title><p data-row>Una pagina senza script.</p>'),
  )
  app.setNotFoundHandler((_, reply) => reply.type('text/html').send(fs.readFileSync(path.join(folder, 'index.html'))))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
