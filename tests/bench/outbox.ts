import type { Browser } from 'playwright-core'
import { percentile, type Row, row } from './table.ts'

type Measure = (name: 'saves' | 'small' | 'photos' | 'fill' | 'boot') => Promise<number[]>

/** The engine itself on Chromium's database, in `outbox/main.ts`. */
export async function outboxRows(browser: Browser, url: string): Promise<Row[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const open = async () => {
    await page.goto(`${url}/outbox.html`)
    await page.waitForFunction(() => 'measure' in window)
  }
  const measure = (name: Parameters<Measure>[0]) => page.evaluate((one) => (window as unknown as { measure: Measure }).measure(one), name)
  await open()
  const saves = await measure('saves')
  const [small = Number.NaN] = await measure('small')
  const [photos = Number.NaN] = await measure('photos')
  await measure('fill')
  await open()
  const [empty = Number.NaN, full = Number.NaN] = await measure('boot')
  await context.close()
  return [
    row('save to durable, p95', percentile(saves, 0.95), 'ms', 50, '≤'),
    row('outbox: 100 small writes at 100 ms round trip', small / 1000, 's', 10, '≤'),
    row('outbox: 100 writes with 20 photos of 1 MB at 1 MB/s and 100 ms', photos / 1000, 's', 60, '≤'),
    row('start with 500 things and 1,000 photos queued, on top of an empty queue', full - empty, 'ms', 100, '≤'),
  ]
}
