import { setTimeout as pause } from 'node:timers/promises'
import { type Row, row } from './table.ts'

const JITTERS = [0, 5, 50, 300]
/** Browsers at once, each with a session of its own. */
const BROWSERS = 25

interface Browser {
  cookie: string
  handle: string
}
const cookieIn = (answer: Response) => /(?:^|, )rt=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
async function signIn(base: string): Promise<Browser> {
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ispettore@demo.example.it', password: 'Demo!2026rete' }),
  })
  const { data } = (await answer.json()) as { data: { handle: string } }
  return { cookie: cookieIn(answer)!, handle: data.handle }
}
/** As a page does when it is loaded: asks with the cookie of that moment, and the browser keeps the cookie of the answer when that arrives. */
async function load(base: string, browser: Browser, jitter: number): Promise<boolean> {
  const late = () => pause(Math.random() * jitter)
  await late()
  const answer = await fetch(`${base}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `rt=${browser.cookie}` },
    body: JSON.stringify({ handle: browser.handle }),
  })
  await answer.arrayBuffer()
  await late()
  browser.cookie = cookieIn(answer) ?? browser.cookie
  return answer.ok
}

/** Two page loads that cross, again and again: how many of so many pairs leave the browser without a good session. */
export async function renewalRows(origin: string, pairs: number): Promise<Row[]> {
  const base = `${origin}/api/v1`
  const rows: Row[] = []
  for (const jitter of JITTERS) {
    let [left, lost] = [pairs, 0]
    const browse = async () => {
      let browser = await signIn(base)
      while (left-- > 0) {
        const both = await Promise.all([load(base, browser, jitter), load(base, browser, jitter)])
        if (both.every(Boolean) && (await load(base, browser, 0))) continue
        lost++
        browser = await signIn(base)
      }
    }
    await Promise.all(Array.from({ length: BROWSERS }, browse))
    rows.push(row(`sessions lost of ${pairs} pairs of page loads that cross, answers up to ${jitter} ms late`, lost, '', 0, '≤'))
  }
  return rows
}
