import autocannon from 'autocannon'
import fastify from 'fastify'
import type { Database } from '../../server/db/open.ts'
import { banks } from '../../server/db/schema/banks.ts'
import { percentile, type Row, row } from './table.ts'

const J = { 'content-type': 'application/json' }
const rate = async (url: string, seconds: number, options: Partial<autocannon.Options> = {}) =>
  (await autocannon({ url, duration: seconds, connections: 20, ...options })).requests.average

/** A list, a write and sign-ins through the whole server, against the same web server saying hello and the same driver inserting a row. */
export async function apiRows(base: string, database: Database, seconds: number): Promise<Row[]> {
  const signIn = (email: string) =>
    fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: J,
      body: JSON.stringify({ email: `${email}@demo.example.it`, password: 'Demo!2026rete' }),
    })
  const answer = (await (await signIn('contabilita')).json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${answer.data.token}` }

  const hello = fastify()
  hello.get('/', async () => ({ hello: 'world' }))
  const floor = await rate(await hello.listen({ port: 0, host: '127.0.0.1' }), seconds)
  await hello.close()
  const list = await rate(`${base}/banks?per_page=25`, seconds, { headers })

  let bare = 0
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    await database.db.insert(banks).values({ name: `Misura ${bare}-${until}` })
    bare++
  }
  let written = 0
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    const body = JSON.stringify({ name: `Prova ${written}-${end}` })
    const made = await fetch(`${base}/banks`, {
      method: 'POST',
      headers: { ...J, ...headers, 'idempotency-key': crypto.randomUUID() },
      body,
    })
    if (made.status !== 201) throw new Error(`POST /banks answered ${made.status}`)
    written++
  }
  const logins: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const from = performance.now()
      await (await signIn('ispettore')).arrayBuffer()
      logins.push(performance.now() - from)
    }),
  )
  const [least, share] = database.engine === 'pglite' ? [0.018, '≥ 0,018×'] : [0.12, '≥ 0,12×']
  return [
    row(`API, list of 25 (${database.engine})`, list, 'richieste/s', share, list / floor >= least, list / floor),
    row(`API, POST of one row (${database.engine})`, written / seconds, 'righe/s', '≥ 0,35×', written / bare >= 0.35, written / bare),
    row('login, p95 with 20 at once', percentile(logins, 0.95), 'ms', '≤ 500 ms', percentile(logins, 0.95) <= 500),
  ]
}
