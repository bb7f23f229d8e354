import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { createRng } from '../../outbox/rng.ts'
import { freePort, launch, newFolder, type Running, ready, seededFolder } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

/** Says when requests are cut; printed, so that a failure can be had again. */
const SEED = Number(process.env.CROWD_SEED ?? Date.now() % 1_000_000)
const HANDS = 16
const EACH = 60
const PEOPLE = ['contabilita', 'admin', 'ispettore']
let server: Running
let base: string

beforeAll(async () => {
  await build()
  const port = await freePort()
  const url = process.env.TEST_DATABASE_URL
  server = url
    ? launch(newFolder(), port, { DATABASE_URL: await copyOfTemplate(url) })
    : launch(await seededFolder(inject('snapshot')), port)
  await ready(server, port)
  base = `http://127.0.0.1:${port}${API_BASE}`
}, 300_000)
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
})

test('in a crowd of good, refused, repeated and cut requests each answer is that of its own question', { timeout: 120_000 }, async () => {
  const wrong: unknown[] = []
  console.log(`CROWD_SEED=${SEED}`)
  const rng = createRng(SEED)
  const json = { 'content-type': 'application/json' }
  const tokens = await Promise.all(
    PEOPLE.map(async (name) => {
      const body = JSON.stringify({ email: `${name}@demo.example.it`, password: PASSWORD })
      const answer = await fetch(`${base}/auth/login`, { method: 'POST', headers: json, body })
      return ((await answer.json()) as { data: { token: string } }).data.token
    }),
  )
  async function ask(who: number, path: string, init: RequestInit = {}): Promise<{ status: number; body: any }> {
    const answer = await fetch(base + path, { ...init, headers: { ...json, authorization: `Bearer ${tokens[who]}`, ...init.headers } })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
  const post = (name: unknown, key: string = randomUUID()) => ({
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ name }),
  })
  const hold = (right: boolean, told: unknown) => void (right || wrong.push(told))

  const kinds = [
    async (who: number) => {
      const me = await ask(who, '/auth/me')
      hold(me.body?.data?.email === `${PEOPLE[who]}@demo.example.it`, me)
    },
    async () => {
      const key = randomUUID()
      const [one, other] = await Promise.all([ask(0, '/banks', post(`Banca ${key}`, key)), ask(0, '/banks', post(`Banca ${key}`, key))])
      const made = [one, other].filter(({ status }) => status === 201)
      hold(made.length > 0 && made.every(({ body }) => body.data.name === `Banca ${key}`), [one, other])
      hold(
        [one, other].every(({ status }) => [201, 409].includes(status)),
        [one, other],
      )
    },
    async () => {
      const refused = await ask(0, '/banks', post('Banca presa'))
      hold(refused.status === 422 || refused.body?.data?.name === 'Banca presa', refused)
    },
    async () => {
      const refused = await ask(0, '/banks', post(''))
      hold(refused.status === 422, refused)
    },
    async () => {
      const refused = await ask(2, '/banks', post(randomUUID()))
      hold(refused.status === 403, refused)
    },
    async () => {
      const missing = await ask(0, '/banks/999999')
      hold(missing.status === 404, missing)
    },
    async (who: number) => {
      const gone = new AbortController()
      setTimeout(() => gone.abort(), rng.int(0, 20))
      // As it is: unpacking an answer that is cut may never end in this client.
      const headers = { 'accept-encoding': 'identity' }
      await ask(who, '/stations?per_page=50', { signal: gone.signal, headers }).catch(() => undefined)
    },
    async () => {
      const list = await ask(0, '/banks?per_page=25')
      hold(list.status === 200 && Array.isArray(list.body.data.data), list)
    },
  ]
  // Each hand goes its own way through them: what meets what differs all the time.
  const hand = async (_: unknown, at: number) => {
    for (let turn = 0; turn < EACH; turn++) await kinds[(turn * (at + 1) + at) % kinds.length]!((turn + at) % PEOPLE.length)
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  expect(wrong.slice(0, 3)).toEqual([])
})
