// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

test('a lost chunk reloads the page, once; a page that is being left goes where it was sent', async () => {
  const reload = vi.fn()
  vi.stubGlobal('__VERSION__', 'prova')
  vi.stubGlobal('location', { reload })
  await import('../../src/app/updates.ts')
  /** Whether the page saw to it. */
  const happens = (kind: string, timeStamp: number) =>
    !dispatchEvent(Object.defineProperty(new Event(kind, { cancelable: true }), 'timeStamp', { value: timeStamp }))
  happens('beforeunload', 1_000)
  expect(happens('vite:preloadError', 1_030)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  // What was pressed was a telephone number, and the page stays.
  expect(happens('vite:preloadError', 12_000)).toBe(true)
  expect(happens('vite:preloadError', 13_000)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})
