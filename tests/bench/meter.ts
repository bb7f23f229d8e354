import type { Page } from 'playwright-core'

interface Watched {
  /** The element that the person touches, and its event. */
  on: string
  event: 'keydown' | 'input' | 'pointerup' | 'click'
  /** Where a text must come (back) for the answer to be there; without it the next frame is the answer. */
  shows?: { in: string; text: string }
}
const times = (page: Page) => page.evaluate(() => (window as unknown as { times: number[] }).times)

/**
 * Milliseconds from each event to the frame that shows its answer, from the event's own time on and taken in the page: how long the driver takes to
 * look does not count. The function given back waits until so many are there.
 */
export async function meter(page: Page, watched: Watched): Promise<(count: number) => Promise<number[]>> {
  await page.evaluate(({ on, event, shows }) => {
    const found = Object.assign(window, { times: [] as number[] }).times
    document.addEventListener(
      event,
      async ({ target, timeStamp }) => {
        if (!(target as Element).closest(on)) return
        // To empty a field asks for nothing.
        if (event === 'input' && !(target as HTMLInputElement).value) return
        if (shows)
          await new Promise<void>((resolve) => {
            // Content that is already there is the answer to the previous event.
            let gone = ![...document.querySelectorAll(shows.in)].some((one) => one.textContent.includes(shows.text))
            new MutationObserver((_, observer) => {
              const there = [...document.querySelectorAll(shows.in)].some((one) => one.textContent.includes(shows.text))
              if (there && gone) {
                observer.disconnect()
                resolve()
              }
              gone ||= !there
            }).observe(document, { subtree: true, childList: true, characterData: true })
          })
        // Right after the frame: a timer would wait for whatever else was put off until then.
        requestAnimationFrame(() => scheduler.postTask(() => found.push(performance.now() - timeStamp), { priority: 'user-blocking' }))
      },
      true,
    )
  }, watched)
  return async (count) => {
    await page.waitForFunction((count) => (window as unknown as { times: number[] }).times.length >= count, count)
    return times(page)
  }
}
