import { type Api, apiAs } from '../e2e/support/api.ts'
import { go } from '../e2e/support/test.ts'
import { launchBrowser, rest, signIn, throttle } from './load.ts'
import { percentile, type Row, row } from './table.ts'

const ROWS = 100
const RUNS = 5
const VARIED = 400

/** The grid of prices that is come back to: milliseconds until all its rows stand and the page answers again, on a processor four times slower. */
async function gridTimes(origin: string): Promise<number[]> {
  const browser = await launchBrowser()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })).newPage()
    await signIn(page, origin, 'admin')
    await page.goto(`${origin}/prezzi?per_page=${ROWS}`)
    await page
      .locator('tbody tr')
      .nth(ROWS - 1)
      .locator('[data-price]')
      .first()
      .waitFor()
    await throttle(page, 4)
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      await go(page, `${origin}/stazioni`)
      await page.locator('[data-row]').first().waitFor()
      await rest(page)
      times.push(
        await page.evaluate(
          (rows) =>
            new Promise<number>((resolve) => {
              const from = performance.now()
              history.back()
              // No function with a name: what compiles this file adds a helper to those, which is not in the page.
              const loop = {
                look() {
                  const there = location.pathname === '/prezzi' && document.querySelectorAll('tbody tr:has([data-price])').length === rows
                  // After the frame that shows it, once nothing else is under way.
                  requestAnimationFrame(there ? () => setTimeout(() => resolve(performance.now() - from)) : loop.look)
                },
              }
              loop.look()
            }),
          ROWS,
        ),
      )
    }
    return times
  } finally {
    await browser.close()
  }
}

/** "Applica variazione" over 400 stations, from the press to the last of them; each is a publication with its history. Seconds. */
async function varied(api: Api): Promise<number> {
  const stations: { id: number; seen: number[] }[] = []
  for (let page = 1; page <= VARIED / ROWS; page++)
    for (const { id, cells } of (await api.get(`/prices?per_page=${ROWS}&page=${page}`)).data)
      stations.push({ id, seen: cells.flatMap((cell: any) => ([1, 2].includes(cell.fuel_id) && cell.id ? [cell.id] : [])) })
  const from = performance.now()
  const { id } = await api.post('/prices/variation', { stations, fuels: [1, 2], modes: ['self', 'serve'], delta: 0.005 })
  for (;;) {
    const { status, done, errors } = await api.get(`/admin/history/${id}`)
    if (status !== 'in_coda' && status !== 'in_corso') {
      if (done - errors !== VARIED) throw new Error(`of ${VARIED} stations ${done} were done, ${errors} with errors`)
      return (performance.now() - from) / 1_000
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The office's work with the prices of the `scale` seed. */
export async function gridRows(origin: string): Promise<Row[]> {
  const times = await gridTimes(origin)
  const seconds = await varied(await apiAs(origin, 'admin'))
  return [
    row(`grid of ${ROWS} stations with their prices, to interactive, CPU ×4, p50`, percentile(times, 0.5), 'ms', 300, '≤'),
    row(`a variation of the prices of ${VARIED} stations`, seconds, 's', 20, '≤'),
  ]
}
