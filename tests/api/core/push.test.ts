import { execFileSync } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import ece from 'http_ece'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { settings } from '../../../server/db/schema/core/system.ts'
import { notifications, push_subscriptions } from '../../../server/db/schema/notifications/notifications.ts'
import { PUSH_QUEUE, type PushJob } from '../../../server/lib/jobs/jobs.ts'
import { notify } from '../../../server/resources/notifications/notify.ts'
import { keepPushKeys, pushOne } from '../../../server/resources/notifications/push.ts'
import { inWorld, type World } from '../support/world.ts'

/** A push service as browsers have one (RFC 8030), on this machine: it keeps what it is sent, and answers as it is told to. */
const got: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
const answers = { status: 201 }
let service: https.Server
let agent: https.Agent
let address = ''
beforeAll(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-push-'))
  const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, `${name}.pem`)) as [string, string]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:push.invalid']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', ...subject], {
    stdio: 'ignore',
  })
  service = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      got.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers.status).end()
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  address = `https://push.invalid:${(service.address() as AddressInfo).port}`
  // Its name cannot be resolved, and leads to this machine all the same.
  const lookup = (_: string, __: unknown, found: (error: null, addresses: { address: string; family: number }[]) => void) =>
    found(null, [{ address: '127.0.0.1', family: 4 }])
  agent = new https.Agent({ ca: fs.readFileSync(cert), lookup: lookup as never })
  fs.rmSync(folder, { recursive: true })
})
afterAll(() => void service.close())

/** A browser's side of a subscription: what it tells, and how it reads what comes. */
function browser(name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${address}/send/${name}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: (body: Buffer) =>
      JSON.parse(String(ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth.toString('base64url') }))),
  }
}
const waiting = async ({ db }: World) =>
  (
    (await db.execute(
      sql`update pgboss.job set state = 'completed' where name = ${PUSH_QUEUE} and state = 'created' returning data`,
    )) as unknown as { rows: { data: PushJob }[] }
  ).rows.map(({ data }) => data)
const tell = ({ db, deps }: World, user_id: number) =>
  notify(
    {
      ...{ event: 'ticket_assigned', subject: { type: 'ticket', id: 1, link: '/tickets/2026/1' }, mayRead: () => true },
      ...{
        title: '[Ticket 2026/1] Totem <b>spento</b>',
        text: 'x'.repeat(5_000),
        people: [{ user_id, reason: 'Il ticket ti è assegnato.' }],
      },
    },
    { db, now: deps.now(), jobs: deps.jobs, origin: deps.origin },
  )

test('only the five roles with a topic are subscribed; the others are told why, and nothing is kept', () =>
  inWorld(async ({ as, db }) => {
    const { subscription } = browser('a')
    const sentence = 'Nessun gruppo di notifica previsto per questo ruolo.'
    expect((await (await as()).post('/push/subscribe', subscription)).status).toBe(401)
    for (const name of ['admin', 'helpdesk', 'ispettore', 'rete', 'solo.ticket'])
      expect(await (await as(name)).post('/push/subscribe', subscription), name).toMatchObject({ status: 422, body: { error: sentence } })
    expect(await db.$count(push_subscriptions)).toBe(0)
    const topics: Record<string, string> = {}
    for (const name of ['dipendente', 'contabilita', 'stazione', 'gestore', 'addetto'])
      topics[name] = (await (await as(name)).post('/push/subscribe', { ...subscription, endpoint: `${address}/${name}` })).body.data?.topic
    expect(topics).toEqual({
      ...{ dipendente: 'dipendenti', contabilita: 'contabilita', stazione: 'punti-vendita', gestore: 'gestori', addetto: 'addetti' },
    })
    const conti = await as('contabilita')
    for (const endpoint of ['http://push.example.it/1', 'https://', 'javascript:alert(1)'])
      expect((await conti.post('/push/subscribe', { ...subscription, endpoint })).status, endpoint).toBe(422)
    // A browser is its last person's.
    await conti.post('/push/subscribe', { ...subscription, endpoint: `${address}/gestore` })
    expect(await db.$count(push_subscriptions, eq(push_subscriptions.user_id, conti.user_id))).toBe(2)
    expect((await conti.get('/notifications/choices')).body.data.push).toMatchObject({ topic: 'contabilita', devices: 2 })
    await (await as('gestore')).post('/push/unsubscribe', { endpoint: `${address}/gestore` })
    expect(await db.$count(push_subscriptions)).toBe(5)
    await conti.post('/push/unsubscribe', { endpoint: `${address}/gestore` })
    expect(await db.$count(push_subscriptions, eq(push_subscriptions.user_id, conti.user_id))).toBe(1)
  }))

test('the keys are made once and kept; a notice goes out encrypted for each browser of its person, signed with them', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [keys, again] = [await keepPushKeys(db), await keepPushKeys(db)]
    expect(again).toEqual(keys)
    const conti = await as('contabilita')
    expect((await conti.get('/notifications/choices')).body.data.push.key).toBe(keys.publicKey)
    expect(JSON.stringify((await (await as('admin')).get('/settings')).body)).not.toContain(keys.privateKey)
    expect(await db.$count(settings, eq(settings.key, 'push_keys'))).toBe(1)
    const [a, b] = [browser('uno'), browser('due')]
    for (const { subscription } of [a, b]) expect((await conti.post('/push/subscribe', subscription)).status).toBe(201)
    expect((await tell(world, conti.user_id)).pushes).toBe(1)
    const pusher = { db, keys, contact: 'mailto:no-reply@example.it', agent }
    for (const job of await waiting(world)) expect(await pushOne(job, pusher)).toEqual({ outcome: 'sent' })
    expect(got.map((one) => one.path)).toHaveMembers(['/send/due', '/send/uno'])
    const one = got.find((of) => of.path === '/send/uno')!
    expect(one.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(String(one.headers.authorization)).toContain(`k=${keys.publicKey}`)
    expect(one.body.includes('Totem')).toBe(false)
    const [row] = await db.select().from(notifications).where(eq(notifications.user_id, conti.user_id))
    expect(a.read(one.body)).toEqual({
      ...{
        title: '[Ticket 2026/1] Totem <b>spento</b>',
        body: `${'x'.repeat(200)}\n\nPerché la ricevi: Il ticket ti è assegnato.`,
        link: '/tickets/2026/1',
        tag: String(row!.id),
      },
    })
    expect(() => b.read(one.body)).toThrow()

    // A service that is away is tried again; a browser that is gone is forgotten, as is one whose person has no topic any more.
    await tell(world, conti.user_id)
    const [job, other] = (await waiting(world)) as [PushJob, PushJob]
    answers.status = 503
    await expect(pushOne(job, pusher)).rejects.toThrow()
    expect(await db.$count(push_subscriptions)).toBe(2)
    answers.status = 410
    expect(await pushOne(job, pusher)).toEqual({ outcome: 'none' })
    expect(await db.$count(push_subscriptions)).toBe(1)
    answers.status = 201
    const before = got.length
    await db
      .update(users)
      .set({ roles: ['helpdesk'] })
      .where(eq(users.id, conti.user_id))
    expect(await pushOne(other, pusher)).toEqual({ outcome: 'none' })
    expect([await db.$count(push_subscriptions), got.length]).toEqual([0, before])
  }))

test('a push service that is on this machine or in a private network is refused at the subscription, never asked, and its browser is forgotten', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const keys = await keepPushKeys(db)
    const { subscription } = browser('dentro')
    const [, port] = /:(\d+)/.exec(address)!
    const inside = [`https://127.0.0.1:${port}`, `https://localhost:${port}`, `https://[::1]:${port}`, `https://[::ffff:127.0.0.1]:${port}`]
    for (const [at, base] of [...inside, 'https://10.0.0.1', 'https://169.254.169.254', 'https://2130706433'].entries()) {
      const endpoint = `${base}/dentro/${at}`
      expect(await conti.post('/push/subscribe', { ...subscription, endpoint }), base).toMatchObject({
        status: 422,
        body: { error: { endpoint: 'Il servizio di notifiche di questo browser è in una rete privata: non può essere usato.' } },
      })
      // As one whose name led outside when it was subscribed.
      const row = {
        endpoint,
        keys: subscription.keys,
        user_id: conti.user_id,
        topic: 'contabilita',
        user_agent: '',
        created_at: new Date().toISOString(),
      }
      await db.insert(push_subscriptions).values(row)
    }
    await tell(world, conti.user_id)
    const before = got.length
    for (const job of await waiting(world))
      expect(await pushOne(job, { db, keys, contact: 'mailto:no-reply@example.it' })).toEqual({ outcome: 'none' })
    expect([await db.$count(push_subscriptions), got.length]).toEqual([0, before])
  }))
