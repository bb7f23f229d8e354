import { beforeEach, describe, expect, it } from 'vitest'
import { createBackoff } from '../../src/outbox/backoff.ts'
import type { World } from '../../src/outbox/types.ts'

let now: number
let random: number
let waits: ReturnType<typeof createBackoff>

beforeEach(() => {
  now = 10_000
  random = 0.5
  waits = createBackoff({ clock: { now: () => now, wall: () => Number.NaN }, random: () => random } as World)
})

describe('an item that failed', () => {
  it.each([
    [1, 750],
    [2, 1_500],
    [3, 3_000],
    [6, 22_500],
    [50, 22_500],
  ])('waits after attempt %i for %i ms', (attempts, ms) => {
    waits.failed('a', attempts, undefined)
    expect(waits.nextInMs()).toBe(ms)
    now += ms - 1
    expect(waits.isWaiting('a')).toBe(true)
    now += 1
    expect(waits.isWaiting('a')).toBe(false)
    expect(waits.nextInMs()).toBeUndefined()
  })

  it('waits between half and all of its time, so that devices do not come back together', () => {
    random = 0
    waits.failed('a', 1, undefined)
    expect(waits.nextInMs()).toBe(500)
    random = 0.999999
    waits.failed('a', 1, undefined)
    expect(waits.nextInMs()).toBe(1_000)
  })

  it('waits as the server asks, for a second at least and a minute at most', () => {
    for (const [asked, ms] of [
      [7_000, 7_000],
      [0, 1_000],
      [3_600_000, 60_000],
    ] as const) {
      waits.failed('a', 1, asked)
      expect(waits.nextInMs()).toBe(ms)
    }
  })

  it('no longer waits where there is hope, unless the server asked for it', () => {
    waits.failed('a', 1, undefined)
    waits.failed('b', 1, 7_000)
    waits.retryNow()
    expect([waits.isWaiting('a'), waits.isWaiting('b')]).toEqual([false, true])
    waits.forget('b')
    expect(waits.isWaiting('b')).toBe(false)
    expect(waits.isWaiting('never heard of')).toBe(false)
  })

  it('is not the only one: the soonest counts', () => {
    waits.failed('a', 3, undefined)
    waits.failed('b', 1, undefined)
    expect(waits.nextInMs()).toBe(750)
    now += 750
    expect(waits.nextInMs()).toBe(2_250)
  })
})

describe('when nobody answers', () => {
  it('all wait, longer each time, until somebody is heard', () => {
    expect(waits.silenceLeft()).toBeLessThanOrEqual(0)
    for (const ms of [750, 1_500, 3_000]) {
      waits.unanswered()
      expect(waits.silenceLeft()).toBe(ms)
      now += ms
      expect(waits.silenceLeft()).toBe(0)
    }
    waits.unanswered()
    waits.answered()
    expect(waits.silenceLeft()).toBeLessThanOrEqual(0)
    waits.unanswered()
    expect(waits.silenceLeft()).toBe(750)
  })

  it('hope ends the waiting but does not forget how often it was in vain', () => {
    waits.unanswered()
    waits.retryNow()
    expect(waits.silenceLeft()).toBeLessThanOrEqual(0)
    waits.unanswered()
    expect(waits.silenceLeft()).toBe(1_500)
  })

  it('the next try is due when both the silence and the soonest item have waited', () => {
    waits.unanswered()
    expect(waits.nextInMs()).toBe(750)
    waits.failed('a', 3, undefined)
    expect(waits.nextInMs()).toBe(3_000)
    waits.failed('b', 1, undefined)
    waits.unanswered()
    expect(waits.nextInMs()).toBe(1_500)
  })
})
