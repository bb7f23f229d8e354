// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { lastContact, noteClock } from '../../src/lib/clock.ts'
import { clockBehindAt, clockBehindSeconds, keepContact, lastContactAt, setTrueTime } from '../../src/lib/clock-then.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TRUTH = Date.parse('2026-11-20T10:00:00Z')
/** The server answers at TRUTH while this device's clock says `here`. */
function contact(here: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: here })
  noteClock(new Response(null, { headers: { date: new Date(TRUTH).toUTCString() } }))
}
/** As after a reload of the page. */
const forget = () => Object.assign(lastContact, { truth: 0, here: 0 })
beforeEach(() => {
  forget()
  localStorage.clear()
  return () => void vi.useRealTimers()
})

test('without a contact nothing is known of the clock, nor after one that cannot be read', () => {
  expect(clockBehindAt(TRUTH)).toBeUndefined()
  for (const unread of ['', '{}', 'a b', '0 0']) {
    localStorage.setItem('piazzale-clock', unread)
    expect(clockBehindAt(TRUTH), unread).toBeUndefined()
  }
})

test.each([
  ['right', 0, HOUR, 0],
  ['right, and set back since', 0, -DAY, 'impossible'],
  ['right, and begun again at 1970', 0, -TRUTH, 'impossible'],
  ['three days slow', -3 * DAY, -3 * DAY + HOUR, 3 * DAY],
  ['three days slow, and put right since', -3 * DAY, HOUR, 0],
  ['three days slow, and set back further', -3 * DAY, -4 * DAY, 'impossible'],
  ['three days ahead', 3 * DAY, 3 * DAY + HOUR, -3 * DAY],
  ['three days ahead, and put right since', 3 * DAY, HOUR, 0],
  ['three days ahead, and set back too far', 3 * DAY, -DAY, 'impossible'],
] as const)('a clock that was %s', (_, there, later, behind) => {
  contact(TRUTH + there)
  keepContact()
  forget()
  expect(clockBehindAt(TRUTH + later)).toBe(behind)
  expect(clockBehindSeconds(TRUTH + later)).toBe(behind === 'impossible' ? undefined : behind / 1_000)
})

test('a person tells the time of a clock that is impossible, but none before the last contact', () => {
  contact(TRUTH)
  vi.setSystemTime(2 * HOUR)
  expect(setTrueTime(TRUTH - DAY)).toBe('È prima dell’ultimo collegamento.')
  expect(clockBehindAt(Date.now())).toBe('impossible')
  expect(setTrueTime(TRUTH + HOUR)).toBeUndefined()
  expect(clockBehindAt(Date.now())).toBe(TRUTH - HOUR)
  expect(lastContactAt()).toBe('2026-11-20T11:00:00.000Z')
})
