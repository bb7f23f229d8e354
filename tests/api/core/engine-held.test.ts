import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { testDatabase } from '../support/database.ts'
import { begin, completed, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { type Caller, signIn } from '../support/world.ts'

/** A printer that stands still until it is told to go on. */
const printer = vi.hoisted(() => ({ wait: Promise.resolve(), printing: () => {} }))
vi.mock('../../../server/lib/files/typst.ts', () => ({
  renderPdf: async () => {
    printer.printing()
    await printer.wait
    return Buffer.from('%PDF-1.7\n%%EOF\n')
  },
}))

/** A disk that stands still likewise. */
const disk = { wait: Promise.resolve(), writing: () => {} }
const onDisk = diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-')))
const engine = await testDatabase()
const jobs = { ...createJobs(engine.db, engine.script, console.error), print: async () => undefined, mail: async () => undefined }
const app = await createApp({
  db: engine.db,
  files: {
    ...onDisk,
    async write(...bytes) {
      disk.writing()
      await disk.wait
      await onDisk.write(...bytes)
    },
  },
  mail: { sends: false, send: async () => undefined },
  jobs,
  now: () => new Date(),
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

test('while a verbale is printed for a write, everybody else is served: no transaction waits for it', async () => {
  const [admin, ivan] = [await signIn(app, 'admin'), await signIn(app, 'ispettore')]
  const model = await makeModel(admin, 'FERMO')
  await engine.db.execute("update stations set email = 'uno@example.it' where id = 1")
  const writes: [string, (who: Caller, id: number) => Promise<{ status: number }>][] = [
    ['reopened', (who, id) => who.post(`/inspection/${id}/reopen`, { reason: 'Da rivedere' })],
    ['sent', (who, id) => who.post(`/inspection/${id}/send`)],
  ]
  for (const [name, write] of writes) {
    const { id } = await completed(ivan, model, 1)
    let goOn = () => {}
    printer.wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const printing = new Promise<void>((resolve) => {
      printer.printing = resolve
    })
    const writing = write(admin, id)
    await Promise.race([printing, writing])
    const health = app.inject({ url: `${API_BASE}/health` }).then(({ statusCode }) => statusCode)
    expect([name, await Promise.race([health, pause(10_000)])]).toEqual([name, 200])
    goOn()
    expect([name, (await writing).status]).toEqual([name, 200])
  }
})

test('while a file is written to a slow disk, everybody else is served: no transaction waits for that either', async () => {
  const [admin, conti, ivan] = [await signIn(app, 'admin'), await signIn(app, 'contabilita'), await signIn(app, 'ispettore')]
  const { client_uuid } = await begin(ivan, await makeModel(admin, 'DISCO'), 1)
  const bank = (await conti.post('/banks', { name: 'Banca del Disco' })).body.data.id
  const bytes = await jpeg()
  const uploads: [string, () => Promise<{ status: number }>][] = [
    ['photo', () => send(ivan, client_uuid, bytes)],
    ['bank', () => conti.upload(`/banks/${bank}/upload`, [{ name: 'uno.jpg', bytes }])],
    ['logo', () => admin.upload('/settings/logo', [{ name: 'logo.jpg', bytes }])],
  ]
  for (const [name, upload] of uploads) {
    let goOn = () => {}
    disk.wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const writing = new Promise<void>((resolve) => {
      disk.writing = resolve
    })
    const sent = upload()
    await Promise.race([writing, sent])
    const health = app.inject({ url: `${API_BASE}/health` }).then(({ statusCode }) => statusCode)
    expect([name, await Promise.race([health, pause(10_000)])]).toEqual([name, 200])
    goOn()
    expect([name, (await sent).status]).toEqual([name, 201])
  }
})
