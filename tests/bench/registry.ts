import type { Browser, Page } from 'playwright-core'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { type Built, resident } from './api.ts'
import { framesOf, scrolled } from './field.ts'
import { signIn, throttle } from './load.ts'
import { percentile, type Row, row } from './table.ts'

const LIST = '/stations?per_page=100'
/** The list as the office looks at it: each with its total, and most with the counts of a filter. */
const LOOKS = [
  LIST,
  `${LIST}&page=90`,
  `${LIST}&sort=-city,name&facet=status`,
  `${LIST}&search=castel&facet=province`,
  `${LIST}&province=PR&facet=brand`,
  `${LIST}&status=active&sort=code&facet=kind&page=90`,
]
const TURNS = 20

/** Milliseconds of each answer, one after the other: of all looks at the list in turn. */
async function looked(api: Api): Promise<number[][]> {
  const times: number[][] = LOOKS.map(() => [])
  for (let turn = 0; turn < TURNS; turn++)
    for (const [at, path] of LOOKS.entries()) {
      const from = performance.now()
      await api.bytes(path)
      // The first is read from the disk.
      if (turn) times[at]!.push(performance.now() - from)
    }
  return times
}

/** The report of one sheet with all stations: how long it takes, and the most memory that the server has meanwhile beyond what it had, in MB. */
async function reported(origin: string, pid: number, { headers }: Api) {
  const before = resident(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 20)
  const from = performance.now()
  const answer = await fetch(`${origin}/api/v1/stations/report`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ sheets: ['stations'] }),
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  clearInterval(timer)
  if (!answer.ok || bytes < 100_000) throw new Error(`the report answered ${answer.status} with ${bytes} bytes`)
  return { ms: performance.now() - from, grown: most - before }
}

/** Milliseconds between the frames of the page while the map is dragged to and fro. */
async function panned(page: Page): Promise<number[]> {
  const map = (await page.getByRole('application').boundingBox())!
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  const place = () => page.locator('.leaflet-map-pane').evaluate((pane) => pane.style.transform)
  const before = await place()
  const frames = await framesOf(page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const way of [-150, 150, -150]) await page.mouse.move(x + way, y + way / 2, { steps: 25 })
    await page.mouse.up()
  })
  if ((await place()) === before) throw new Error('the map was not dragged')
  return frames
}

/** The registry of 23,973 stations at a desk: its list at the API, its report, its rows and its map in the browser. */
export async function registryRows(browser: Browser, { origin, pid }: Built): Promise<Row[]> {
  const api = await apiAs(origin, 'admin')
  const times = await looked(api)
  const all = times.flat()
  const [first, ninetieth] = [percentile(times[0]!, 0.5), percentile(times[1]!, 0.5)]
  const reports: Awaited<ReturnType<typeof reported>>[] = []
  for (let turn = 0; turn < 3; turn++) reports.push(await reported(origin, pid, api))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })
  const page = await context.newPage()
  await signIn(page, origin, 'admin')
  await page.goto(`${origin}/stazioni?per_page=100`)
  await page.locator('[data-row]').nth(99).waitFor({ state: 'attached' })
  // A first visit also fetches the whole app for later: what is measured is the scroll.
  await page.waitForLoadState('networkidle')
  const session = await throttle(page, 4)
  const rows = page.locator('tbody')
  const top = (await rows.boundingBox())!.y
  // Over the rows, not over the menu.
  const frames = await scrolled(page, session, [800, 500], 'mouse')
  if ((await rows.boundingBox())!.y > top - 500) throw new Error('the rows were not scrolled')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(`${origin}/stazioni?mappa=true`)
  await page.locator('[role=application] canvas').waitFor()
  await page.waitForLoadState('networkidle')
  const pan = await panned(page)
  await context.close()
  return [
    row('23,973 stations, any page of 100 with total and counts, p50', percentile(all, 0.5), 'ms', 100, '≤'),
    row('23,973 stations, any page of 100 with total and counts, p95', percentile(all, 0.95), 'ms', 250, '≤'),
    row('23,973 stations, page 90, against page 1', ninetieth, 'ms', 1.5, 'ratio ≤', ninetieth / first),
    row('23,973 stations, report as XLSX, the slowest of three', Math.max(...reports.map(({ ms }) => ms)), 'ms', 3_000, '≤'),
    row(
      '23,973 stations, memory of the server while it is written, the most of three',
      Math.max(...reports.map(({ grown }) => grown)),
      'MB',
      100,
      '≤',
    ),
    row('100 of 23,973 stations: scroll frame at a desk, CPU ×4, p95', percentile(frames, 0.95), 'ms', 20, '≤'),
    row('23,973 stations: frame of the map while it is dragged, p95', percentile(pan, 0.95), 'ms', 100, '≤'),
  ]
}
