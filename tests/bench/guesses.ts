import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { percentile, type Row, row } from './table.ts'

const PASSWORD = 'Demo!2026rete'
/** Guesses under way at once, and for how long; the other person asks about every 10 ms. */
const GUESSERS = 400

const login = (base: string, email: string, password: string) =>
  fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${email}@demo.example.it`, password }),
  })

/**
 * The effect of a flood of password guesses on everybody else: the time of another person's list while 400 clients guess without a pause, as a ratio to the
 * same list just before. Each client tries again as soon as it is answered, on known and unknown accounts.
 */
export async function guessRows(engine: string, origin: string, seconds: number): Promise<Row[]> {
  const base = `${origin}/api/v1`
  const { data } = (await (await login(base, 'contabilita', PASSWORD)).json()) as { data: { token: string } }
  const times = async (until: number) => {
    const all: number[] = []
    while (performance.now() < until) {
      const from = performance.now()
      await (await fetch(`${base}/banks?per_page=25`, { headers: { authorization: `Bearer ${data.token}` } })).arrayBuffer()
      all.push(performance.now() - from)
      await pause(10)
    }
    return all
  }
  const quiet = percentile(await times(performance.now() + seconds * 1000), 0.99)
  // In a thread of its own: what is measured is not how long this one takes to send.
  const guessing = autocannon({
    url: `${base}/auth/login`,
    connections: GUESSERS,
    duration: seconds,
    workers: 1,
    requests: Array.from({ length: 50 }, (_, who) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `tentativo.${who}@demo.example.it`, password: 'sbagliata' }),
    })),
  })
  await pause(500)
  const [under, guesses] = await Promise.all([times(performance.now() + seconds * 1000 - 1_000), guessing])
  console.error(`  ${engine}: ${JSON.stringify(guesses.statusCodeStats)}, quiet p99 ${quiet.toFixed(1)} ms`)
  const p99 = percentile(under, 0.99)
  return [row(`another's list under ${GUESSERS} guesses at once, p99, ${engine}, against quiet`, p99, 'ms', 10, 'ratio ≤', p99 / quiet)]
}
