import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { BUDGET, weigh } from '../../scripts/weigh.mjs'
import { chromiumArgs, chromium as ofMachine } from '../e2e/support/machine.ts'
import { type Line, slowLine } from './line.ts'
import { percentile, type Row, row } from './table.ts'

export const launchBrowser = () => chromium.launch({ executablePath: ofMachine, args: chromiumArgs })
export const PHONE = { viewport: { width: 390, height: 844 }, locale: 'it-IT' }
type State = Awaited<ReturnType<BrowserContext['storageState']>>

export async function signIn(page: Page, base: string, name: string) {
  await page.goto(`${base}/login`)
  await page.getByLabel('Email').fill(`${name}@demo.example.it`)
  await page.getByLabel('Password', { exact: true }).fill('Demo!2026rete')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/dashboard')
}
/** Keeps the sign-in of a device and nothing of the app, for a first load as a signed-in person. */
async function signedIn(browser: Browser, base: string, name: string): Promise<State> {
  const context = await browser.newContext(PHONE)
  await signIn(await context.newPage(), base, name)
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

interface Visit {
  ready: number
  paint: number
  longest: number
  shift: number
  heap: number
}
/** Slows the processor of the page down, so many times, until the session is detached: each navigation takes up again what any session has set. */
export async function throttle(page: Page, cpu: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return session
}
/** Notes long tasks and shifts of the layout from the first moment on, and when `selector` was first painted; ms since the navigation began. */
export const watch = (page: Page, selector = '#root') =>
  page.addInitScript((wanted) => {
    const seen = Object.assign(window, { seen: { longest: 0, shift: 0, ready: 0 } }).seen
    const added = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      added.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { ready: performance.now() })))
    })
    added.observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }, selector)
/** A row of a list, ours and the floor's. */
const LISTED = '[data-row]'
type Seen = { seen: Omit<Visit, 'paint' | 'heap'> }

/** Opens an address and waits for what is watched; all times in milliseconds since the navigation began. */
async function visit(page: Page, url: string, cpu: number): Promise<Visit> {
  const session = await throttle(page, cpu)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (window as unknown as Partial<Seen>).seen?.ready && performance.getEntriesByName('first-contentful-paint').length,
  )
  const told = await page.evaluate(() => ({
    ...(window as unknown as Seen).seen,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await session.detach()
  return { ...told, heap: await heapOf(page) }
}
/** Megabytes that are still in use after the garbage has been collected. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}
const medians = (visits: Visit[]) =>
  Object.fromEntries(
    (['ready', 'paint', 'longest', 'shift', 'heap'] as const).map((key) => [
      key,
      percentile(
        visits.map((one) => one[key]),
        0.5,
      ),
    ]),
  ) as unknown as Visit

/** First and second load of a list of 25, signed in, beside the smallest program with the same stack, both behind the same slow line. */
export async function loadRows(browser: Browser, base: string, floor: string, runs: number): Promise<Row[]> {
  const ours: Visit[] = []
  const least: Visit[] = []
  const bare: Visit[] = []
  const again: Visit[] = []
  const leastAgain: Visit[] = []
  const fresh = async (line: Line, path: string, first: Visit[], second?: Visit[], storageState?: State) => {
    const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) })
    const page = await context.newPage()
    await watch(page, LISTED)
    line.slow(true)
    first.push(await visit(page, line.origin + path, 4))
    line.slow(false)
    if (second) {
      // Everything that happens between the two visits happens at once.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.reload()
      await page.locator(LISTED).first().waitFor()
      await page.waitForLoadState('networkidle')
      line.slow(true)
      second.push(await visit(page, line.origin + path, 4))
      line.slow(false)
    }
    await context.close()
  }
  const [toOurs, toFloor] = [await slowLine(base), await slowLine(floor)]
  for (let run = 0; run < runs; run++) {
    await fresh(toFloor, '/bare', bare)
    await fresh(toFloor, '/', least, leastAgain)
    toOurs.slow(false)
    const state = await signedIn(browser, toOurs.origin, 'contabilita')
    await fresh(toOurs, '/stazioni/banche?per_page=25', ours, again, state)
  }
  await Promise.all([toOurs.close(), toFloor.close()])
  const [a, b, c] = [medians(ours), medians(least), medians(bare)]
  const [second, leastSecond] = [medians(again), medians(leastAgain)]
  return [
    row('first load, signed in, a list of 25: content ready', a.ready, 'ms', 1.15, 'ratio ≤', a.ready / b.ready),
    row('first paint, against a page without a script', a.paint, 'ms', 1.5, 'ratio ≤', a.paint / c.paint),
    row('longest task of the first load', a.longest, 'ms', 1.3, 'ratio ≤', a.longest / b.longest),
    row('layout shift of the first load', a.shift, '', 0.02, '≤'),
    row('heap after the first load', a.heap, 'MB', 1.3, 'ratio ≤', a.heap / b.heap),
    row('second visit, content ready', second.ready, 'ms', 1.15, 'ratio ≤', second.ready / leastSecond.ready),
    ...wireRows(),
  ]
}

function wireRows(): Row[] {
  const { signIn, list, css, font, pages } = weigh()
  const most = pages[0]!
  return [
    row('JavaScript on the wire, sign-in page', signIn / 1000, 'kB', BUDGET.first, '≤'),
    row('JavaScript on the wire, first route a list', list / 1000, 'kB', BUDGET.first, '≤'),
    row(`JavaScript on the wire, any other route on top (the most: ${most.page})`, most.bytes / 1000, 'kB', BUDGET.page, '≤'),
    row('CSS on the wire, first route', css / 1000, 'kB', BUDGET.css, '≤'),
    row('typeface on the wire', font / 1000, 'kB', BUDGET.font, '≤'),
  ]
}

/** A page has come to rest: what it does after its start is no part of the gesture, or of the next start, that is measured. */
export const rest = (page: Page) => page.waitForTimeout(1_000)
const STARTED = 'started after ms'
/** Has every later start of the page tell when the frame shows `usable`, in milliseconds since the navigation began: the driver's look would be work in the page. */
export const watchStarts = (page: Page, usable: string) =>
  page.addInitScript(
    ([wanted, told]) => {
      const added = new MutationObserver(() => {
        if (!document.querySelector(wanted)) return
        added.disconnect()
        requestAnimationFrame(() => setTimeout(() => console.debug(told, performance.now())))
      })
      added.observe(document, { childList: true, subtree: true })
    },
    [usable, STARTED] as const,
  )
/** Cold starts without a network on a processor six times slower, until what `watchStarts` was told of is there. */
export async function coldStarts(page: Page, url: string, runs: number): Promise<number[]> {
  const times: number[] = []
  const slowed = await throttle(page, 6)
  // Where a second session looks at a page, what the driver has set holds for its requests, and the page itself believes to be online.
  await slowed.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  for (let run = 0; run < runs; run++) {
    await rest(page)
    const told = page.waitForEvent('console', (message) => message.text().startsWith(STARTED))
    await page.goto(url, { waitUntil: 'commit' })
    times.push(Number((await told).text().slice(STARTED.length)))
  }
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await slowed.detach()
  return times
}
