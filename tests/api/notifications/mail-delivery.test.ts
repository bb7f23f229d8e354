import type net from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { freePort, launch, newFolder, type Running, ready, seededFolder } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

/** Mails on their way from the built server to a real SMTP server, over the death of the one and the silence of the other. */
const url = process.env.TEST_DATABASE_URL
const servers: Running[] = []
const received: string[] = []
const messageIds: string[] = []
/** While true, the SMTP server takes connections and says nothing. */
const silent = { on: false }
/** Addresses that it does not take. */
const unknown = new Set<string>()
/** While true, it reads a mail whole and then refuses it. */
const refusing = { on: false }
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect: (_, done) => void (silent.on || done()),
  onRcptTo: ({ address }, _, done) => {
    if (unknown.has(address)) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
    received.push(address)
    done()
  },
  onData(stream, _, done) {
    let text = ''
    stream.on('data', (part) => {
      text += part
    })
    stream.on('end', () => {
      messageIds.push(/^Message-ID: (.+)$/im.exec(text)?.[1] ?? 'none')
      done(refusing.on ? new Error('Not now') : null)
    })
  },
})
let SMTP_URL = ''
beforeAll(async () => {
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  SMTP_URL = `smtp://127.0.0.1:${(smtp.server.address() as net.AddressInfo).port}`
  await build()
}, 600_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
  await new Promise<void>((closed) => smtp.close(closed))
})

async function serve(folder: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const server = launch(folder, port, { SMTP_URL, LOG_LEVEL: 'error', ...env })
  servers.push(server)
  await ready(server, port)
  const call = async (method: string, path: string, token = '', body?: object, status = 200): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, path).toBe(status)
    return answer.json()
  }
  const ask = (name: string) => call('POST', '/auth/forgot-password', '', { email: `${name}@demo.example.it` })
  const signIn = async (name: string): Promise<string> =>
    (await call('POST', '/auth/login', '', { email: `${name}@demo.example.it`, password: PASSWORD })).data.token
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  return { ask, call, signIn, kill }
}
const to = (name: string) => received.filter((address) => address === `${name}@demo.example.it`).length
const arrives = (name: string, timeout = 20_000) => vi.waitUntil(() => to(name) > 0, { timeout, interval: 50 })
/** Long enough for a second one to show. */
const quiet = () => new Promise((done) => setTimeout(done, 4_000))

test.skipIf(url)('a server killed while it was sending sends the mail once it is there again, one time', { timeout: 240_000 }, async () => {
  // Two tries: taken up by the worker when it dies, and not yet taken up.
  for (const [name, during] of [
    ['rete', true],
    ['stazione', false],
  ] as const) {
    const folder = await seededFolder(inject('snapshot'))
    silent.on = during
    const first = await serve(folder, { DATABASE_URL: '' })
    const connections = () => new Promise<number>((done) => smtp.server.getConnections((_, count) => done(count)))
    await first.ask(name)
    if (during) await vi.waitUntil(async () => (await connections()) > 0, { timeout: 20_000, interval: 20 })
    await first.kill()
    expect(to(name)).toBe(0)
    silent.on = false
    const second = await serve(folder, { DATABASE_URL: '' })
    await arrives(name)
    await quiet()
    expect(to(name)).toBe(1)
    await second.kill()
  }
})

test.skipIf(url)('a refused mail stands there with the reason, and goes out again as the same message', { timeout: 120_000 }, async () => {
  const server = await serve(await seededFolder(inject('snapshot')), { DATABASE_URL: '' })
  const admin = await server.signIn('admin')
  const listed = async () => (await server.call('GET', '/mails', admin)).data
  refusing.on = true
  messageIds.length = 0
  await server.call('PUT', '/users/password', await server.signIn('helpdesk'), {
    ...{ current_password: PASSWORD, password: 'cavallo batteria graffetta', password_confirmation: 'cavallo batteria graffetta' },
  })
  await vi.waitUntil(async () => (await listed()).mails[0].state === 'retry', { timeout: 20_000, interval: 100 })
  const { sends, mails } = await listed()
  expect(sends).toBe(true)
  expect(mails[0]).toMatchObject({ to: 'helpdesk@demo.example.it', tries: 1, error: expect.stringContaining('Not now') })
  refusing.on = false
  await server.call('POST', `/mails/${mails[0].id}/retry`, admin)
  await vi.waitUntil(async () => (await listed()).mails[0].state === 'sent', { timeout: 20_000, interval: 100 })
  expect(messageIds).toEqual([`<${mails[0].id}@piazzale>`, `<${mails[0].id}@piazzale>`])
})

test.skipIf(url)(
  'a mail server that refuses every third address holds up none of the others, and says of whom',
  { timeout: 120_000 },
  async () => {
    const server = await serve(await seededFolder(inject('snapshot')), { DATABASE_URL: '' })
    const admin = await server.signIn('admin')
    const listed = async () =>
      (await server.call('GET', '/mails', admin)).data.mails.filter(({ subject }: { subject: string }) => subject === 'A tutti')
    const names = ['contabilita', 'ispettore', 'gestore', 'helpdesk', 'autista', 'analisi']
    const addresses = names.map((name) => `${name}@demo.example.it`)
    const ids = (await server.call('GET', '/users?per_page=100', admin)).data.data
      .filter(({ email }: { email: string }) => addresses.includes(email))
      .map(({ id }: { id: number }) => id)
    const refused = addresses.filter((_, at) => at % 3 === 2)
    for (const address of refused) unknown.add(address)
    received.length = 0
    await server.call('POST', '/communications/messages', admin, { subject: 'A tutti', body: '<p>Da lunedì.</p>', users: ids }, 201)
    const state = async () => Object.fromEntries((await listed()).map(({ to, state }: { to: string; state: string }) => [to, state]))
    await vi.waitUntil(async () => Object.values(await state()).filter((one) => one === 'sent').length === 4, {
      timeout: 30_000,
      interval: 200,
    })
    const stuck = async () => Object.values(await state()).filter((one) => one === 'retry').length === refused.length
    await vi.waitUntil(stuck, { timeout: 30_000, interval: 200 })
    expect(received, 'each of the others once').toHaveMembers(addresses.filter((one) => !unknown.has(one)))
    const waiting = (await listed()).filter(({ to }: { to: string }) => unknown.has(to))
    for (const one of waiting) expect(one.error).toContain('No such mailbox')
    unknown.clear()
    for (const { id } of waiting) await server.call('POST', `/mails/${id}/retry`, admin)
    await vi.waitUntil(async () => Object.values(await state()).every((one) => one === 'sent'), { timeout: 30_000, interval: 200 })
    expect(received, 'all of them once').toHaveMembers(addresses)
  },
)

test.skipIf(!url)(
  'two processes on one PostgreSQL send each mail once, also what a killed one had not taken up',
  { timeout: 240_000 },
  async () => {
    const DATABASE_URL = await copyOfTemplate(url!)
    const people = ['admin', 'contabilita', 'ispettore', 'gestore', 'helpdesk', 'autista']
    const shared = newFolder()
    const killed = await serve(shared, { DATABASE_URL })
    silent.on = true
    await killed.ask('analisi')
    await killed.kill()
    silent.on = false
    const both = [await serve(shared, { DATABASE_URL }), await serve(shared, { DATABASE_URL })]
    await Promise.all(people.map((name, i) => both[i % 2]!.ask(name)))
    for (const name of people) await arrives(name)
    // Had it been taken up, it is free again after a minute.
    await arrives('analisi', 120_000)
    await quiet()
    expect(received.filter((address, at) => received.indexOf(address) !== at)).toEqual([])
  },
)
