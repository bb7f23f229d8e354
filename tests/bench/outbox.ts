import type { Browser } from 'playwright-core'
import { against, byTurns, type Row } from './table.ts'

type Name = 'saves' | 'bareSaves' | 'small' | 'bareSmall' | 'photos' | 'barePhotos' | 'fill' | 'boot' | 'bareBoot'
type Measure = (name: Name) => Promise<number[]>

/** The engine itself on Chromium's database, in `outbox/main.ts`, each figure beside the same without an engine. */
export async function outboxRows(browser: Browser, url: string, legs: number): Promise<Row[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const open = async () => {
    await page.goto(`${url}/outbox.html`)
    await page.waitForFunction(() => 'measure' in window)
  }
  const measure = (name: Name) => page.evaluate((one) => (window as unknown as { measure: Measure }).measure(one), name)
  await open()
  const saves = await byTurns(legs, ['saves', 'bareSaves'], measure)
  const small = await byTurns(1, ['small', 'bareSmall'], measure)
  const photos = await byTurns(1, ['photos', 'barePhotos'], measure)
  await measure('fill')
  await open()
  // The first of each finds neither compiled code nor a database that was opened before.
  for (const one of ['boot', 'bareBoot'] as const) await measure(one)
  const boots = await byTurns(legs * 3, ['boot', 'bareBoot'], measure)
  await context.close()
  return [
    against('save to durable, p95, against a bare put', saves, 0.95, 4),
    against('outbox: 100 small writes at 100 ms round trip, against the ways alone', small, 0.5, 1.3),
    against('outbox: 100 writes with 20 photos of 1 MB at 1 MB/s and 100 ms, against the ways alone', photos, 0.5, 1.3),
    against('start with 500 things and 1,000 photos queued, on top of an empty queue, against reading a table', boots, 0.5, 5),
  ]
}
