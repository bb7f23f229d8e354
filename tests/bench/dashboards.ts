import type { Browser, Page } from 'playwright-core'
import { apiAs } from '../e2e/support/api.ts'
import { signIn } from './load.ts'
import { looked, TURNS, told } from './looks.ts'
import { percentile } from './table.ts'

/** The persons whose dashboards count the most rows. */
const DESKS = ['admin', 'contabilita', 'rete', 'stazione', 'analisi', 'sup.ticket', 'helpdesk', 'ispettore', 'gestore'] as const
/** The requests of a person's dashboard when it is opened, as the browser makes them. */
async function askedFor(page: Page, origin: string): Promise<string[]> {
  const base = `${origin}/api/v1`
  const asked = new Set<string>()
  page.on('request', (request) => {
    const path = request.url().startsWith(base) ? request.url().slice(base.length) : ''
    // Requests of the frame around the page do not count.
    if (request.method() === 'GET' && /^\/(?!auth|live|notifications|saved)/.test(path)) asked.add(path)
  })
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('heading', { name: /^Buon(giorno|asera)/ }).waitFor()
  await page.waitForFunction(() => !document.querySelector('main .skeleton'))
  return [...asked]
}
/** All that a dashboard asks for, at once: milliseconds until the last answer, after each change. */
export async function dashboards(browser: Browser, origin: string, change: () => Promise<unknown>) {
  const times: number[][] = []
  for (const who of DESKS) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })
    const page = await context.newPage()
    await signIn(page, origin, who)
    const paths = await askedFor(page, origin)
    await context.close()
    const api = await apiAs(origin, who)
    const mine: number[] = []
    for (let turn = 0; turn <= TURNS; turn++) {
      await change()
      const from = performance.now()
      await Promise.all(paths.map((path) => api.bytes(path)))
      if (turn) mine.push(performance.now() - from)
    }
    console.error(`  dashboard of ${who}: ${Math.round(percentile(mine, 0.5))} ms for ${paths.length} calls`)
    if (process.env.BENCH_DETAILS) told(who, paths, await looked(api, paths, change, 5))
    times.push(mine)
  }
  return times
}
