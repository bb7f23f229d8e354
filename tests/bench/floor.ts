import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'

/** Serves the smallest page of React and Mantine as our server serves ours: hashed assets precompressed. */
export async function serveFloor(folder: string) {
  for (const name of fs.readdirSync(path.join(folder, 'assets'))) {
    const file = path.join(folder, 'assets', name)
    fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
  }
  const app = fastify()
  await app.register(fastifyStatic, { root: folder, preCompressed: true })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
