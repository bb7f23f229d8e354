import { API_BASE } from '../../src/contract/kernel/constants.ts'
import { listenTo, type Stream } from '../api/support/live-stream.ts'
import { apiAs } from '../e2e/support/api.ts'
import { type Built, resident } from './api.ts'
import { percentile, type Row, row } from './table.ts'

const PEOPLE = ['admin', 'contabilita', 'rete', 'stazione', 'gestore', 'addetto', 'dipendente', 'messaggi', 'lettura.rete', 'analisi']
const MORE = ['autista', 'sup.autisti', 'sup.ordini', 'sup.ticket', 'helpdesk', 'ispettore', 'solo.ticket']
const STREAMS = 300
const WRITES = 40
/** Memory once it has stopped to change: what sign-ins took is given back late. */
async function steady(pid: number): Promise<number> {
  for (let last = resident(pid); ; ) {
    await new Promise((done) => setTimeout(done, 3_000))
    const now = resident(pid)
    if (Math.abs(now - last) < 1) return now
    last = now
  }
}

async function tokenOf(origin: string, name: string): Promise<string> {
  const answer = await fetch(`${origin}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@demo.example.it`, password: 'Demo!2026rete' }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
/** Cost of many open event streams, and how long other requests wait while tickets change and each change is sent. */
export async function liveRows({ origin, pid }: Built): Promise<Row[]> {
  const tokens: string[] = []
  for (const name of [...PEOPLE, ...MORE]) tokens.push(await tokenOf(origin, name))
  const api = await apiAs(origin, 'admin')
  const categories: { id: number; requires_station: boolean }[] = await api.get('/support/t/category?is_paginated=0')
  const category_id = categories.find(({ requires_station }) => !requires_station)!.id
  const write = (subject: string): Promise<{ id: number }> =>
    api.post('/support/ticket', { category_id, subject, description: 'Per la misura.' })
  /** How long others wait while tickets are written. */
  async function waited(): Promise<number[]> {
    const waits: number[] = []
    for (let at = 0; at < WRITES; at++) {
      await write(`Dal vivo ${at}`)
      for (const path of ['/support/ticket?per_page=25', '/banks?per_page=25', '/support/ticket/info']) {
        const from = performance.now()
        await api.bytes(path)
        waits.push(performance.now() - from)
      }
    }
    return waits
  }
  const without = await waited()
  const before = await steady(pid)
  const streams: Stream[] = []
  for (let at = 0; at < STREAMS; at++) streams.push(await listenTo(origin, tokens[at % tokens.length]))
  for (const stream of streams) await stream.until('hello')
  const grown = (await steady(pid)) - before
  const beside = await waited()
  const from = performance.now()
  const { id } = await write('Dal vivo')
  await streams[0]!.until('changed', ({ tickets }) => tickets?.some((one: { id: number }) => one.id === id))
  const late = performance.now() - from
  for (const stream of streams) await stream.close()
  return [
    row(`memory of ${STREAMS} open streams`, grown, 'MB', 60, '≤'),
    row(
      `others, p99, with ${STREAMS} streams while tickets change, against none`,
      ...([percentile(beside, 0.99), 'ms', 300, '≤', percentile(beside, 0.99) / percentile(without, 0.99)] as const),
    ),
    row(`from a write until it is told, with ${STREAMS} streams`, late, 'ms', 1_000, '≤'),
  ]
}
