import { mkdtempSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { listenTo } from '../support/live-stream.ts'
import { signIn } from '../support/world.ts'

const soon = (ms: number) => new Promise((done) => setTimeout(done, ms))

test('a server that ends answers what runs and waits for nothing else: neither open streams, nor silent connections, nor those that are kept', async () => {
  const engine = await testDatabase()
  const app = await createApp({
    db: engine.db,
    bus: engine.bus,
    files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
    mail: { sends: false, send: async () => undefined },
    jobs: createJobs(engine.db, engine.script, console.error),
    now: () => new Date(),
    origin: 'http://piazzale.test',
    demo: true,
    version: 'test',
  })
  app.get('/slow', async () => {
    await soon(1_000)
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { token } = await signIn(app, 'admin')
  const streams = [1, 2, 3].map(() => listenTo(`http://127.0.0.1:${port}`, token))
  for (const stream of streams) await (await stream).until('hello')
  const sockets = ['', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /api/v1/hea', 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'].map(
    (said) => {
      const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
      const one = { heard: '', closed: new Promise<void>((done) => socket.once('close', () => done())) }
      socket.on('error', () => undefined).on('data', (text: string) => (one.heard += text))
      if (said) socket.write(said)
      return one
    },
  )
  await soon(300)
  const since = performance.now()
  await app.close()
  expect(performance.now() - since).toBeLessThan(5_000)
  for (const { closed } of sockets) await closed
  expect(sockets.map(({ heard }) => heard.split('\r\n')[0])).toEqual(['', 'HTTP/1.1 200 OK', '', 'HTTP/1.1 200 OK'])
  expect(sockets[3]!.heard).toContain('{"done":true}')
  for (const stream of streams) await (await stream).ended
  await engine.close()
}, 120_000)
