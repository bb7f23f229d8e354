import { setTimeout as pause } from 'node:timers/promises'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { type Row, row } from './table.ts'

/** The large answers one person can ask for in a network of the whole country. */
const LARGE = ['/inspection/offline/equipment', '/inspection/offline/stations', '/stations?per_page=100']

/** How long the database answers nobody else while one large thing is asked for; milliseconds. */
async function held(origin: string, api: Api, path: string): Promise<number> {
  let over = false
  const asking = fetch(`${origin}/api/v1${path}`, { headers: api.headers }).then(async (answer) => {
    await answer.arrayBuffer()
    over = true
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  })
  let longest = 0
  while (!over) {
    const from = performance.now()
    await (await fetch(`${origin}/api/v1/health`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - from)
    await pause(2)
  }
  await asking
  return longest
}

export async function heldRows(origin: string): Promise<Row[]> {
  const api = await apiAs(origin, 'admin')
  const rows: Row[] = []
  for (const path of LARGE)
    rows.push(row(`/health while one asks for ${path.split('?')[0]}, the longest`, await held(origin, api, path), 'ms', 1_000, '≤'))
  return rows
}
