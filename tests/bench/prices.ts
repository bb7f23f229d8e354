import { dataTypes } from '../../src/contract/overview/data-types.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { resident } from './api.ts'
import { gridRows } from './price-grid.ts'
import type { Scale } from './scale.ts'
import { percentile, type Row, row } from './table.ts'

/** Lists of what stands on stations, as the office looks at them: pages, orders, filters, counts. */
const LOOKS = [
  '/prices?per_page=100',
  '/prices?per_page=100&page=20',
  '/prices?per_page=100&sort=-updated_at',
  '/prices?per_page=100&sort=price-1-self',
  '/prices?per_page=100&stale=true',
  '/prices?per_page=100&search=tamoil&facet=province',
  '/stations/qr?per_page=100',
  '/expirations?per_page=100',
  '/expirations?per_page=100&sort=-date&page=40',
  '/expirations?per_page=100&sort=station',
  '/expirations?per_page=100&search=controllo%20fidenza',
  '/data-query/fire-extinguishers?per_page=100&search=isola%20fidenza',
  '/data-query/dispenser-guns?per_page=25&page=900',
  '/data-query/dispenser-guns?per_page=100&sort=fuel,dispenser',
  '/station/tanks?per_page=100&search=fidenza',
  ...Object.values(dataTypes).map(({ path }) => `/data-query/${path}?per_page=100`),
]
const TURNS = 20

/** Milliseconds of each answer, look by look. */
async function looked(api: Api): Promise<number[][]> {
  const times: number[][] = LOOKS.map(() => [])
  for (let turn = 0; turn < TURNS; turn++)
    for (const [at, path] of LOOKS.entries()) {
      const from = performance.now()
      await api.bytes(path)
      // The first is read from the disk.
      if (turn) times[at]!.push(performance.now() - from)
    }
  for (const [at, path] of LOOKS.entries()) console.error(`  ${path}: ${Math.round(percentile(times[at]!, 0.5))} ms`)
  return times
}
const PAPERS = 8
/**
 * The paper of the network on some days, each set anew: how long the longest takes, the most memory of the server beyond what it had, and how much more that is
 * than it was with the first three, in MB.
 */
async function printed(api: Api, pid: number) {
  const before = resident(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 20)
  const times: number[] = []
  const today = Date.now()
  let first = 0
  for (let ago = 1; ago <= PAPERS; ago++) {
    const day = new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
    const from = performance.now()
    const bytes = await api.bytes(`/prices/stations/pdf/multi/${day}`)
    times.push(performance.now() - from)
    if (bytes.length < 1_000_000) throw new Error(`the paper of the network has ${bytes.length} bytes`)
    if (ago === 3) first = most
  }
  clearInterval(timer)
  return { ms: Math.max(...times), grown: most - before, later: most - first }
}

/** Prices and what stands on stations, at the size of the seed `scale`. */
export async function priceRows({ origin, pid }: Scale): Promise<Row[]> {
  const api = await apiAs(origin, 'admin')
  const times = await looked(api)
  const grid = await gridRows(origin)
  const paper = await printed(api, pid)
  const slowest = (share: number) => Math.max(...times.map((one) => percentile(one, share)))
  const network = '2,500 stations with 900,000 prices'
  return [
    // The slowest list counts, not the mean of all.
    row(`${network}, any list of what stands on them, p50 of the slowest`, slowest(0.5), 'ms', 100, '≤'),
    row(`${network}, any list of what stands on them, p95 of the slowest`, slowest(0.95), 'ms', 250, '≤'),
    row(`${network}, their prices as PDF, the slowest of ${PAPERS}`, paper.ms, 'ms', 5_000, '≤'),
    row(`${network}, memory of the server meanwhile`, paper.grown, 'MB', 600, '≤'),
    row(`${network}, of which after the third`, paper.later, 'MB', 100, '≤'),
    ...grid,
  ]
}
