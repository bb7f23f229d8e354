import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { client_errors } from '../../../server/db/schema/core/client-errors.ts'
import { maskPersonalData } from '../../../server/domain/overview/mask-personal-data.ts'
import { forwardErrors, sentrySink } from '../../../server/lib/core/error-sink.ts'
import { deleteExpired } from '../../../server/resources/overview/delete-expired.ts'
import { atTime, inWorld } from '../support/world.ts'

const report = (more: object = {}) => ({
  kind: 'download',
  message: 'banks.file: 404',
  page: '/stazioni/banche',
  app_version: 'v1',
  ...more,
})

test('errors are reported by any signed-in person and read only by a super administrator', () =>
  inWorld(async ({ as }) => {
    const [ivan, nobody, admin] = [await as('ispettore'), await as(), await as('admin')]
    expect((await ivan.get('/client-errors')).status).toBe(403)
    expect((await nobody.post('/client-errors', report())).status).toBe(401)
    expect((await ivan.post('/client-errors', report({ kind: 'altro' }))).status).toBe(422)
    expect((await ivan.post('/client-errors', report())).status).toBe(201)
    expect((await ivan.post('/client-errors', report({ kind: 'page', message: 'poi' }))).status).toBe(201)
    const { data, total } = (await admin.get('/client-errors')).body.data
    expect([total, data.map((row: { message: string }) => row.message)]).toEqual([2, ['poi', 'banks.file: 404']])
    expect((await admin.get('/client-errors?search=banks')).body.data.total).toBe(1)
  }))

test('unknown keys of a report are dropped, personal data masked, and long text cut', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const sent = report({
      message: `Mail a mario.rossi@example.it, tel. +39 333 123 4567, IT60X0542811101000000123456, RSSMRA85T10A562S ${'x '.repeat(600)}`,
      stack: `Error\n  at f (https://piazzale.it/assets/a-1b.js?token=segreto&u=7:10:234567)\n${'  at g (b.js:1:1)\n'.repeat(500)}`,
      page: '/stazioni/banche/1234/mario@example.it?cerca=Rossi#qui',
      body: { iban: 'IT60' },
      user_id: 1,
    })
    expect((await ivan.post('/client-errors', sent)).status).toBe(201)
    const [row] = await db.select().from(client_errors)
    expect(Object.keys(row!)).toHaveMembers(['app_version', 'created_at', 'forwarded_at', 'id', 'kind', 'message', 'page', 'stack'])
    expect(row!.message).toMatch(/^Mail a \[email\], tel\. \[numero\], \[iban\], \[codice fiscale\] x/)
    expect(row!.stack).toContain('at f (https://piazzale.it/assets/a-1b.js:10:234567)')
    expect([row!.message.length, row!.stack!.length, row!.page]).toEqual([500, 4_000, '/stazioni/banche/:id/:id'])
    // Whatever comes, it is masked in no time.
    const started = performance.now()
    for (const part of ['a', 'a.', '1 ', '?', 'a@', 'AB12 ', ':1'])
      expect(maskPersonalData(part.repeat(20_000), 500).length).toBeLessThanOrEqual(500)
    expect(performance.now() - started).toBeLessThan(1_000)
  }))

test('at most thirty reports a minute are taken from one person at one address', () =>
  atTime(async ({ as, db }, clock) => {
    const [ivan, conti] = [await as('ispettore'), await as('contabilita')]
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await ivan.post('/client-errors', report())).status)
    expect(statuses).toEqual([...Array(30).fill(201), 429])
    expect((await conti.post('/client-errors', report())).status).toBe(201)
    expect(await db.$count(client_errors)).toBe(31)
    clock.now += 60_001
    expect((await ivan.post('/client-errors', report())).status).toBe(201)
    await deleteExpired(db, new Date(clock.now + 61 * 86_400_000))
    expect(await db.$count(client_errors)).toBe(0)
  }))

test('with a DSN each error is sent once as an envelope; a refused one waits for the next run', () =>
  inWorld(async ({ as, db }) => {
    const heard: { url: string; auth: unknown; lines: any[] }[] = []
    let status = 503
    const service = http.createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        const lines = body.trimEnd().split('\n')
        heard.push({ url: request.url!, auth: request.headers['x-sentry-auth'], lines: lines.map((line) => JSON.parse(line)) })
        response.writeHead(status).end('{}')
      })
    })
    await new Promise<void>((done) => void service.listen(0, '127.0.0.1', done))
    try {
      const { port } = service.address() as AddressInfo
      const sink = sentrySink(`http://chiave@127.0.0.1:${port}/sotto/42`, '9.9')
      await (await as('ispettore')).post('/client-errors', report({ stack: 'Error\n at f (a.js:1:1)' }))
      await expect(forwardErrors(db, sink, new Date())).rejects.toThrow('503')
      expect((await db.select().from(client_errors))[0]!.forwarded_at).toBeNull()
      status = 200
      await forwardErrors(db, sink, new Date())
      await forwardErrors(db, sink, new Date())
      expect(heard).toHaveLength(2)
      const [header, item, event] = heard[1]!.lines
      expect([heard[1]!.url, heard[1]!.auth]).toEqual(['/sotto/api/42/envelope/', expect.stringContaining('sentry_key=chiave')])
      expect([header.event_id, item.type]).toEqual([event.event_id, 'event'])
      expect(event).toMatchObject({
        release: 'v1',
        transaction: '/stazioni/banche',
        exception: { values: [{ type: 'download', value: 'banks.file: 404' }] },
        extra: { stack: 'Error\n at f (a.js:1:1)' },
      })
      expect(JSON.stringify(event)).not.toMatch(/user|ip_address|ispettore/)
      expect((await (await as('admin')).get('/client-errors')).body.data.data[0].forwarded_at).toEqual(expect.any(String))
    } finally {
      service.closeAllConnections()
      await new Promise((done) => service.close(done))
    }
    for (const wrong of ['x', 'http://127.0.0.1/42', 'https://chiave@host/', 'ftp://chiave@host/42'])
      expect(() => sentrySink(wrong, '1'), wrong).toThrow('ERROR_DSN')
  }))

test('the roles of the caller have the names the API uses', () =>
  inWorld(async ({ as }) => {
    expect((await (await as('admin')).get('/roles')).body.data.roles).toEqual(['super-admin'])
    expect((await (await as('lettura.rete')).get('/roles')).body.data.roles).toEqual(['station-readonly'])
  }))
