import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { createApp } from '../../../server/app.ts'
import { login_attempts } from '../../../server/db/schema/core/accounts.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { deliver } from '../../../server/lib/jobs/deliver.ts'
import { createJobs, type MailJob } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { freePort, launch, newFolder, type Running, ready } from '../../server-process.ts'
import { copyOfTemplate, testDatabase } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

/** Guesses that come all at once, against a database whose transactions are committed: what only the real thing shows. */
const engine = await testDatabase()
/** The clock stands: how long the tests take makes no wait shorter. */
const now = new Date()
const queued: MailJob[] = []
const post = createJobs(engine.db, engine.script, console.error)
const deps = {
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: { ...post, mail: async (_db: unknown, job: MailJob) => void queued.push(job) },
  now: () => now,
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
  trustProxy: '127.0.0.1',
}
const app = await createApp(deps)
afterAll(async () => {
  await app.close()
  await engine.close()
})
const address = (name: string) => `${name}@demo.example.it`
const login = async (email: string, password: string, ip: string, cookies = {}) => {
  const headers = { 'x-forwarded-for': ip }
  const answer = await app.inject({ method: 'POST', url: `${API_BASE}/auth/login`, payload: { email, password }, headers, cookies })
  return { status: answer.statusCode, after: Number(answer.headers['retry-after']), body: answer.json(), cookies: answer.cookies }
}
const all = <T>(count: number, one: (at: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, at) => one(at)))
const verified = (answers: { status: number }[]) => answers.filter(({ status }) => status !== 429).length

test('of a thousand guesses at once on one account five are verified, whatever addresses they come from', async () => {
  const answers = await all(1000, (at) => login(address('rete'), `tentativo ${at}`, `10.0.${at >> 4}.${at % 16}`))
  expect(verified(answers)).toBeLessThanOrEqual(5)
  expect(verified(answers)).toBeGreaterThan(0)
  expect(await engine.db.$count(login_attempts, eq(login_attempts.email, address('rete')))).toBe(verified(answers))
  for (const { status, body, after } of answers)
    if (status === 429) {
      expect(body.message).toMatch(
        /^Troppi (tentativi\. Riprova tra \d+ minut[oi]|accessi in questo momento\. Riprova tra qualche secondo)\.$/,
      )
      expect(after).toBeGreaterThan(0)
    }
})

test('an address that tries account after account, all at once, has a hundred verified; who is known there still gets in', async () => {
  const office = '10.1.0.1'
  const known = await login(address('stazione'), PASSWORD, office)
  const cookies = { kd: known.cookies.find(({ name }) => name === 'kd')!.value }
  let tried = 0
  for (let wave = 0; wave < 12; wave++)
    tried += verified(await all(30, (at) => login(address(`nessuno.${wave}.${at}`), 'sbagliata', office)))
  expect(tried).toBe(100)
  expect((await login(address('stazione'), PASSWORD, office)).status, 'nobody knows this browser').toBe(429)
  const again = await Promise.all([
    login(address('stazione'), PASSWORD, office, cookies),
    ...Array.from({ length: 400 }, (_, at) => login(address(`altro.${at}`), 'sbagliata', office)),
  ])
  expect(again.map(({ status }) => status)).toEqual([200, ...Array(400).fill(429)])
})

test('twenty who sign in at once with the right password all get in, and a password once verified is no failure', async () => {
  const answers = await all(20, () => login(address('ispettore'), PASSWORD, '10.2.0.1'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('who is signed in guesses no better at the password that changes it', async () => {
  const { data } = (await login(address('contabilita'), PASSWORD, '10.3.0.1')).body
  const next = 'cavallo batteria graffetta'
  const change = async (current_password: string) =>
    (
      await app.inject({
        method: 'PUT',
        url: `${API_BASE}/users/password`,
        payload: { current_password, password: next, password_confirmation: next },
        headers: { authorization: `Bearer ${data.token}` },
      })
    ).statusCode
  const answers = await all(100, async (at) => ({ status: await change(`tentativo ${at}`) }))
  expect(verified(answers)).toBeLessThanOrEqual(5)
  expect(await change(PASSWORD), 'the right one waits too').toBe(429)
  expect((await login(address('contabilita'), PASSWORD, '10.3.0.1')).status, 'strangers and this session are counted apart').toBe(200)
})

test('a hundred at once who ask for a new password of one account get five mails, whoever delivers them', async () => {
  queued.length = 0
  const sent: string[] = []
  const mail = { sends: true, send: async ({ to }: { to: string }) => void sent.push(to) }
  const ask = (email: string, ip: string) =>
    app.inject({ method: 'POST', url: `${API_BASE}/auth/forgot-password`, payload: { email }, headers: { 'x-forwarded-for': ip } })
  const answers = await all(100, (at) => ask(at % 2 ? address('rete') : 'RETE@demo.example.it', `10.5.0.${at % 10}`))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(queued).toHaveLength(100)
  await Promise.all(queued.map((job) => deliver(job, crypto.randomUUID(), { ...deps, mail })))
  expect(sent).toEqual(Array(5).fill(address('rete')))
  const flood = await all(40, (at) => ask(`ignoto.${at}@example.it`, '10.5.1.1'))
  expect(flood.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect(flood.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
})

/** `npm test` starts a PostgreSQL where it can. */
const url = process.env.TEST_DATABASE_URL
const servers: Running[] = []
if (url) beforeAll(build, 300_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})
test.skipIf(!url)('two processes verify together as many as one', { timeout: 300_000 }, async () => {
  const DATABASE_URL = await copyOfTemplate(url!)
  const ports = [await freePort(), await freePort()]
  const folder = newFolder()
  for (const port of ports) servers.push(launch(folder, port, { DATABASE_URL, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' }))
  await Promise.all(servers.map((server, at) => ready(server, ports[at]!)))
  const guess = async (at: number, email: string, ip: string) => {
    const answer = await fetch(`http://127.0.0.1:${ports[at % 2]}${API_BASE}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ email, password: `tentativo ${at}` }),
    })
    await answer.arrayBuffer()
    return answer
  }
  expect(verified(await all(1000, (at) => guess(at, address('rete'), `10.4.${at >> 4}.${at % 16}`)))).toBeLessThanOrEqual(10)
  let tried = 0
  for (let wave = 0; wave < 12; wave++) tried += verified(await all(40, (at) => guess(at, address(`due.${wave}.${at}`), '10.5.0.1')))
  expect(tried).toBe(100)
})
