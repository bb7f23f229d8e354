import type { Browser, Locator, Page } from 'playwright-core'
import { type Line, slowLine } from './line.ts'
import { PHONE, signIn, throttle } from './load.ts'
import { meter } from './meter.ts'
import { against, type Row, row } from './table.ts'

/** Milliseconds from a tap on the link to the first row of the list (or what else `shows` that it is there), on a slow processor and a slow line. */
async function toPage(page: Page, line: Line, link: Locator, shows = { in: '[data-row]', text: '' }): Promise<number> {
  await page.waitForLoadState('networkidle')
  const session = await throttle(page, 4)
  line.slow(true)
  const measured = await meter(page, { on: 'a', event: 'click', shows })
  // Not by the driver's pointer, which would rest on the link before and have the list fetched.
  await link.dispatchEvent('click')
  const [time = Number.NaN] = await measured(1)
  line.slow(false)
  await session.detach()
  return time
}

const WALK = ['/dashboard', '/stazioni/banche', 'row', '/verifiche', 'row', '/verifiche/modello', '/dispositivi']
/** Goes once through pages of every kind, lists and details, by the links a person has; `changes` at most. */
async function walk(page: Page, changes: number) {
  for (const to of WALK.slice(0, changes)) {
    const link = page.locator(to === 'row' ? 'a[data-row]' : `nav a[href="${to}"]`).first()
    const address = await link.getAttribute('href')
    await link.dispatchEvent('click')
    await page.waitForFunction((at) => location.pathname === at && !!document.querySelector('#page-title, [role=dialog]'), address)
  }
}
/** Bytes of all that can be reached, elements included, without compiled code: of that the engine makes more the longer anything runs. */
async function held(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let text = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    text += chunk
  })
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { nodes, snapshot } = JSON.parse(text) as { nodes: number[]; snapshot: { meta: Meta } }
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [size, code] = [fields.indexOf('self_size'), types[0].indexOf('code')]
  let sum = 0
  for (let at = 0; at < nodes.length; at += fields.length) if (nodes[at] !== code) sum += nodes[at + size]!
  return sum
}
interface Meta {
  node_fields: string[]
  node_types: [kinds: string[]]
}
async function leak(page: Page, base: string, changes: number): Promise<number> {
  // Data fetched once for offline use do not count.
  await page.goto(`${base}/verifiche`)
  await page.getByTitle('Connessione e invii').click()
  await page.getByText('Pronto per lavorare offline', { exact: true }).waitFor({ timeout: 120_000 })
  await page.keyboard.press('Escape')
  for (let lap = 0; lap < 3; lap++) await walk(page, WALK.length)
  const before = await held(page)
  for (let left = changes; left > 0; left -= WALK.length) await walk(page, left)
  return (await held(page)) / before - 1
}

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'it-IT' }
/** A new device, for as long as the gestures on it take. */
async function onDevice(browser: Browser, options: typeof DESK, gestures: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await gestures(page)
  await context.close()
}
const worker = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** From page to page inside the app: how long it takes, and what it leaves behind after `changes` of them. */
export async function routeRows(browser: Browser, base: string, floor: string, runs: number, changes: number): Promise<Row[]> {
  const legs = () => [[], []] as [number[][], number[][]]
  const [unseen, prefetched, station] = [legs(), legs(), legs()]
  const [ours, least] = [await slowLine(base), await slowLine(floor)]
  for (const line of [ours, least]) line.slow(false)
  for (let run = 0; run < runs; run++) {
    await onDevice(browser, PHONE, async (page) => {
      await page.goto(least.origin)
      await worker(page)
      await page.goto(`${least.origin}/vuota`)
      const time = await toPage(page, least, page.locator('nav a[href="/altro"]'))
      unseen[1].push([time])
      station[1].push([time])
      await page.goto(`${least.origin}/vuota`)
      prefetched[1].push([await toPage(page, least, page.locator('nav a[href="/visto"]'))])
    })
    await onDevice(browser, PHONE, async (page) => {
      await signIn(page, ours.origin, 'ispettore')
      await worker(page)
      // The dashboard fetches the list before it is asked for; this page does not.
      await page.goto(`${ours.origin}/utenti/profilo`)
      await page.getByRole('button', { name: 'Apri il menu' }).click()
      unseen[0].push([await toPage(page, ours, page.locator('nav a[href="/verifiche"]'))])
      await page.goto(`${ours.origin}/dashboard`)
      prefetched[0].push([await toPage(page, ours, page.getByRole('link', { name: 'Vai alle verifiche' }))])
    })
    await onDevice(browser, DESK, async (page) => {
      await signIn(page, ours.origin, 'admin')
      await worker(page)
      await page.goto(`${ours.origin}/stazioni?sort=code`)
      const first = page.locator('tbody a[data-row]').first()
      station[0].push([await toPage(page, ours, first, { in: '[role=tabpanel]', text: 'Indirizzo' })])
    })
  }
  await Promise.all([ours.close(), least.close()])
  let grown = Number.NaN
  await onDevice(browser, DESK, async (page) => {
    await signIn(page, base, 'admin')
    grown = await leak(page, base, changes)
  })
  return [
    against('to a list whose data are prefetched, CPU ×4, p50', prefetched, 0.5, 1.5),
    against('to a list not seen, CPU ×4, Slow 4G, p50', unseen, 0.5, 1.3),
    against('to the page of a station, at a desk, CPU ×4, Slow 4G, p50', station, 0.5, 1.3),
    row(`heap (without compiled code) after ${changes} changes of route, on top of what it was after 21`, grown * 100, '%', 10, '≤'),
  ]
}
