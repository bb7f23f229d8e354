import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'

const rows = Array.from({ length: 25 }, (_, id) => ({ id, name: `Banca ${id}`, abi: '03069', note: 'Una banca come le altre' }))

/** Serves the smallest program of the stack as our server serves ours, hashed assets precompressed; and `/bare`, a page without a script. */
export async function serveFloor(folder: string) {
  for (const name of fs.readdirSync(path.join(folder, 'assets'))) {
    const file = path.join(folder, 'assets', name)
    fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
  }
  const app = fastify()
  await app.register(fastifyStatic, { root: folder, preCompressed: true })
  app.get('/rows', async () => rows)
  app.get('/bare', async (_, reply) =>
    reply.type('text/html').send('<!doctype html><title>Foglio</title><p data-row>Una pagina senza script.</p>'),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
