import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { percentile, type Row, row } from './table.ts'

const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (0.75 * 1024 * 1024) / 8 }
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })
const median = (values: number[]) => percentile(values, 0.5)

/** Milliseconds until `ready` is on screen, on Slow 4G with the processor slowed four times; `setup` makes the context what it should be. */
async function timeToReady(browser: Browser, url: string, ready: string, setup: (context: BrowserContext) => Promise<void>, slow = true) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'it-IT' })
  try {
    await setup(context)
    const page = await context.newPage()
    if (slow) {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    }
    const from = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(ready).first().waitFor()
    return performance.now() - from
  } finally {
    await context.close()
  }
}

/** Signs in once; the state can be put into any context. */
async function signedIn(browser: Browser, base: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'it-IT' })
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.getByLabel('Email').fill('ispettore@demo.example.it')
  await page.getByLabel('Password', { exact: true }).fill('Demo!2026rete')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/dashboard')
  return { context, page }
}

export async function browserRows(base: string, floor: string, client: string, runs: number): Promise<Row[]> {
  const browser = await launch()
  try {
    const nothing = async () => {}
    const first: number[] = []
    const least: number[] = []
    for (let i = 0; i < runs; i++) {
      least.push(await timeToReady(browser, floor, '#ready', nothing))
      first.push(await timeToReady(browser, `${base}/login`, 'button[type=submit]', nothing))
    }
    const rows = [
      row(
        'first load to a usable sign-in, Slow 4G, CPU ×4',
        median(first),
        'ms',
        '≤ 1,15× React + Mantine',
        median(first) / median(least) <= 1.15,
        median(first) / median(least),
      ),
      ...wire(client),
    ]
    return [...rows, ...(await signedRows(browser, base, runs))]
  } finally {
    await browser.close()
  }
}

/** As it is served: compressed where that helps. */
const bytesOf = (file: string) => fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size
/** What stands in the way of the first page, compressed as it is served. */
function wire(client: string): Row[] {
  const page = fs.readFileSync(path.join(client, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)].map((found) => found[1]!)
  const size = (kind: string) =>
    named.filter((name) => name.endsWith(kind)).reduce((sum, name) => sum + bytesOf(path.join(client, name)), 0) / 1000
  return [
    row('JavaScript of the entry, brotli', size('.js'), 'kB', '≤ 180 kB', size('.js') <= 180),
    row('CSS of the entry, brotli', size('.css'), 'kB', '≤ 15 kB', size('.css') <= 15),
  ]
}

async function signedRows(browser: Browser, base: string, runs: number): Promise<Row[]> {
  const { context, page } = await signedIn(browser, base)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${base}/verifiche`)
  await page.getByText('Pronto per lavorare offline').waitFor()
  const route: number[] = []
  for (let i = 0; i < runs; i++) {
    await page.goto(`${base}/dashboard`)
    await page.locator('#page-title').waitFor()
    await page.waitForLoadState('networkidle')
    const from = performance.now()
    await page.getByRole('link', { name: 'Vai alle verifiche' }).click()
    await page.getByRole('heading', { name: /^Verifiche/ }).waitFor()
    route.push(performance.now() - from)
  }
  await context.setOffline(true)
  const offline: number[] = []
  for (let i = 0; i < runs; i++) {
    const from = performance.now()
    await page.goto(`${base}/verifiche`, { waitUntil: 'commit' })
    await page.getByText('Pronto per lavorare offline').waitFor()
    offline.push(performance.now() - from)
  }
  await page.getByRole('button', { name: 'Nuova verifica' }).click()
  await page.getByRole('button', { name: /Verifica punto vendita/ }).click()
  await page.getByRole('textbox', { name: 'Punto vendita' }).fill('pv001')
  await page.getByText('1 risultato').waitFor()
  const opened = performance.now()
  await page.getByRole('button', { name: /^PV001/ }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  const open = performance.now() - opened
  const saves: number[] = []
  for (let i = 0; i < runs * 4; i++) {
    const from = performance.now()
    await page
      .getByRole('radiogroup')
      .first()
      .getByText(i % 2 ? 'Sì' : 'N.A.', { exact: true })
      .click()
    await page.getByText('Salvato sul dispositivo').waitFor()
    saves.push(performance.now() - from - 300)
  }
  await context.close()
  return [
    row('to a list whose data are prefetched or cached', median(route), 'ms', '≤ 300 ms', median(route) <= 300),
    row('offline start to a usable «Verifiche»', median(offline), 'ms', '≤ 1.500 ms', median(offline) <= 1500),
    row('a verifica begun offline, from the tap to its first question', open, 'ms', '≤ 300 ms', open <= 300),
    row(
      'from a tap to "Salvato sul dispositivo", p95, without the 300 ms pause',
      percentile(saves, 0.95),
      'ms',
      '≤ 50 ms + the tap',
      percentile(saves, 0.95) <= 100,
    ),
  ]
}
