import type { Browser } from 'playwright-core'
import { apiAs } from '../e2e/support/api.ts'
import { go } from '../e2e/support/test.ts'
import { rest, signIn, throttle } from './load.ts'
import { TALK, TALKS } from './scale.ts'

/** A ticket with a long conversation is opened from the list, each run another: milliseconds until it can be answered, on a processor four times slower. */
export async function openings(browser: Browser, origin: string): Promise<number[]> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })).newPage()
  await signIn(page, origin, 'sup.ticket')
  const list = (await (await apiAs(origin, 'sup.ticket')).get('/support/ticket')).data as {
    id_year: number
    id_number: number
    comments_count: number
  }[]
  const long = list.filter(({ comments_count }) => comments_count >= TALK)
  if (long.length < TALKS) throw new Error(`${long.length} tickets have ${TALK} comments`)
  await page.goto(`${origin}/tickets`)
  await throttle(page, 4)
  const times: number[] = []
  for (const [at, { id_year, id_number }] of long.slice(0, TALKS).entries()) {
    const link = page.locator(`a[href="/tickets/${id_year}/${id_number}"]`).first()
    await link.waitFor()
    await rest(page)
    const took = await link.evaluate(
      (link, { asked }) =>
        new Promise<number>((resolve) => {
          const from = performance.now()
          ;(link as HTMLElement).click()
          // No function with a name: what compiles this file adds a helper to those, which is not in the page.
          const loop = {
            look() {
              const there =
                location.pathname === asked &&
                document.querySelectorAll('ol[aria-label=Conversazione] article').length > 20 &&
                !!document.querySelector('main textarea')
              // After the frame that shows it, once nothing else is under way.
              requestAnimationFrame(there ? () => setTimeout(() => resolve(performance.now() - from)) : loop.look)
            },
          }
          loop.look()
        }),
      { asked: `/tickets/${id_year}/${id_number}` },
    )
    // The code of the page arrives with the first.
    if (at) times.push(took)
    await go(page, `${origin}/tickets`)
  }
  return times
}
