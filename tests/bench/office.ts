import type { Browser, Page } from 'playwright-core'
import { roleLabels } from '../../src/contract/kernel/roles.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { go } from '../e2e/support/test.ts'
import { scrolled } from './field.ts'
import { launchBrowser, rest, signIn, throttle } from './load.ts'
import { looked, slowest, told } from './looks.ts'
import { meter } from './meter.ts'
import type { Scale } from './scale.ts'
import { percentile, type Row, row } from './table.ts'

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'it-IT' }
const TABLET = { viewport: { width: 1024, height: 768 }, locale: 'it-IT', hasTouch: true }
const ELSEWHERE = '/utenti/profilo'
/** Each page is opened so many times; the first brings its code and does not count. */
const OPENINGS = 7

interface Opened {
  of: string
  as: string
  /** Pages of the same kind, opened in turn: one that was read before would stand there at once. */
  addresses: readonly string[]
  /** What is there once the page can be used. */
  ready: string
}
const PAGES: Opened[] = [
  {
    of: 'a month of courses',
    as: 'contabilita',
    addresses: ['07', '08', '09', '10', '11', '12'].map((month) => `/calendario-corsi-gpl?mese=2026-${month}`),
    ready: 'section[aria-label="Calendario dei corsi GPL"] td button',
  },
  {
    of: 'a month of expirations',
    as: 'admin',
    addresses: ['07', '08', '09', '10', '11', '12'].map((month) => `/scadenze?scheda=calendario&mese=2026-${month}`),
    ready: 'section[aria-label="Calendario delle scadenze"] td a',
  },
  {
    of: 'obligations of managements, 100 of 2,500',
    as: 'admin',
    addresses: [1, 2, 3, 4, 5, 6].map((page) => `/stazioni/manager/obblighi?per_page=100&page=${page}`),
    ready: 'tbody [data-row]',
  },
]

/** Milliseconds from going to `to` until `ready` is there and nothing else is under way. */
const opening = (page: Page, to: string, ready: string) =>
  page.evaluate(
    ([to, ready]) =>
      new Promise<number>((resolve) => {
        const from = performance.now()
        history.pushState(null, '', to)
        const loop = {
          look() {
            const there = document.querySelector(ready!)
            requestAnimationFrame(there ? () => setTimeout(() => resolve(performance.now() - from)) : loop.look)
          },
        }
        loop.look()
      }),
    [to, ready],
  )
/** Milliseconds of each opening on a processor four times slower. */
async function opened(browser: Browser, origin: string, { as, addresses, ready }: Opened): Promise<number[]> {
  const page = await (await browser.newContext(DESK)).newPage()
  await signIn(page, origin, as)
  await page.waitForLoadState('networkidle')
  await throttle(page, 4)
  const times: number[] = []
  for (let at = 0; at < OPENINGS; at++) {
    await go(page, `${origin}${ELSEWHERE}`)
    await rest(page)
    const took = await opening(page, addresses[at % addresses.length]!, ready)
    if (at) times.push(took)
  }
  await page.context().close()
  return times
}

/** The catalogue as a manager scrolls it on a tablet, and a press on "Più" until the total has changed; milliseconds, CPU ×4. */
async function catalogue(browser: Browser, origin: string) {
  const page = await (await browser.newContext(TABLET)).newPage()
  await signIn(page, origin, 'gestore')
  await page.goto(`${origin}/intracommerce/articoli`)
  const cards = page.getByRole('list', { name: 'Articoli', exact: true }).locator('> li')
  await cards.nth(20).waitFor()
  await page.waitForLoadState('networkidle')
  const photos = await page.locator('main li img').count()
  const session = await throttle(page, 4)
  const frames = await scrolled(page, session, [300, 500], 'touch')
  await page.evaluate(() => scrollTo(0, 0))
  await cards
    .first()
    .getByRole('button', { name: /^Aggiungi (?!.* ai preferiti)/ })
    .click()
  const total = page.locator('aside dd').last()
  await total.waitFor()
  const metered = await meter(page, { on: 'button[aria-label="Più"]', event: 'click' })
  const changes: number[] = []
  for (let at = 1; at <= 12; at++) {
    const before = await total.textContent()
    await cards.first().getByRole('button', { name: 'Più' }).click()
    const times = await metered(at)
    changes.push(times.at(-1)!)
    if ((await total.textContent()) === before) throw new Error('the total is shown a frame later')
    await rest(page)
  }
  const count = await cards.count()
  await page.context().close()
  return { frames, changes: changes.slice(1), count, photos }
}

/** Sends a communication to everybody, bell and mail: seconds from the press until the last one is told, and how many they are. */
async function sent(api: Api) {
  const subject = 'Nuovi orari di consegna'
  const from = performance.now()
  const { id } = await api.post('/communications/messages', {
    subject,
    body: '<p>Dal lunedì al venerdì.</p>',
    roles: Object.keys(roleLabels),
  })
  const job = async () => {
    const own = (await api.get('/admin/history/own')) as { type: string; description: string; status: string }[]
    return own.find((one) => one.type === 'invio_comunicazione' && one.description === subject)!
  }
  while (['in_coda', 'in_corso'].includes((await job()).status)) await new Promise((resolve) => setTimeout(resolve, 200))
  const seconds = (performance.now() - from) / 1_000
  const { status } = await job()
  if (status !== 'completato') throw new Error(`the sending ended as ${status}`)
  const { total } = await api.get(`/communications/messages/${id}/recipients?per_page=1`)
  return { seconds, people: total as number }
}
const WORDS = ['rossi', 'fidenza', 'PV0123', 'AB123', 'estintore', 'trasporti', '2026/12', 'verifica', '12345']
const SEARCHES = WORDS.map((word) => `/search?search=${encodeURIComponent(word)}`)
const TWO_YEARS = '/ecommerce/order/products/statistics?from=2024-12-01&to=2026-11-30'
const STATISTICS = [TWO_YEARS, `${TWO_YEARS}&category_id=1`, `${TWO_YEARS}&station_id=1`]
const nothing = async () => undefined

/** What the office waits for at the size of the seed `scale`. */
export async function officeRows({ origin }: Scale): Promise<Row[]> {
  const rows: Row[] = []
  const boss = await apiAs(origin, 'admin')
  const found = await looked(boss, SEARCHES, nothing)
  told('admin', SEARCHES, found)
  rows.push(row('search over all kinds, p50 of the slowest of nine', slowest(found, 0.5), 'ms', 200, '≤'))
  const shop = await apiAs(origin, 'sup.ordini')
  const figures = await looked(shop, STATISTICS, nothing)
  told('sup.ordini', STATISTICS, figures)
  rows.push(row('statistics of two years of 60,000 orders, p50 of the slowest', slowest(figures, 0.5), 'ms', 300, '≤'))
  const browser = await launchBrowser()
  try {
    for (const one of PAGES) {
      const times = await opened(browser, origin, one)
      console.error(`  ${one.of}: ${times.map(Math.round).join(', ')} ms`)
      rows.push(row(`${one.of}, from the press to interactive, CPU ×4, p50`, percentile(times, 0.5), 'ms', 300, '≤'))
    }
    const { frames, changes, count, photos } = await catalogue(browser, origin)
    console.error(`  ${count} articles, ${photos} photos near the screen; a line: ${changes.map(Math.round).join(', ')} ms`)
    rows.push(
      row(`catalogue of ${count} articles: scroll frame on a tablet, CPU ×4, p95`, percentile(frames, 0.95), 'ms', 20, '≤'),
      row('a line of the cart to its new total, CPU ×4, p50', percentile(changes, 0.5), 'ms', 50, '≤'),
    )
  } finally {
    await browser.close()
  }
  const { seconds, people } = await sent(boss)
  rows.push(row(`a communication to ${people.toLocaleString('en')} people`, seconds, 's', 10, '≤'))
  return rows
}
