import { beforeEach, expect, it, vi } from 'vitest'
import { browserClock, createLoadingBar } from '../../src/ui/loading-bar.ts'

beforeEach(() => void vi.useFakeTimers())

const shown = (bar: ReturnType<typeof createLoadingBar>) => ({ ...bar.getState() })

it('does not show for what ends within 200 ms', () => {
  const bar = createLoadingBar(browserClock)
  const heard = vi.fn()
  bar.subscribe(heard)
  bar.start()
  vi.advanceTimersByTime(199)
  bar.finish()
  vi.advanceTimersByTime(10_000)
  expect(heard).not.toHaveBeenCalled()
  expect(shown(bar)).toEqual({ phase: 'hidden', failed: false })
})

it('runs while anything is under way, fills, and hides 500 ms later', () => {
  const bar = createLoadingBar(browserClock)
  bar.start()
  vi.advanceTimersByTime(200)
  expect(shown(bar)).toEqual({ phase: 'running', failed: false })
  bar.start()
  bar.finish()
  expect(bar.getState().phase).toBe('running')
  bar.finish()
  expect(shown(bar)).toEqual({ phase: 'done', failed: false })
  vi.advanceTimersByTime(499)
  expect(bar.getState().phase).toBe('done')
  vi.advanceTimersByTime(1)
  expect(bar.getState().phase).toBe('hidden')
})

it('shows a failure red, also a quick one, until it hides', () => {
  const bar = createLoadingBar(browserClock)
  bar.start()
  bar.fail()
  expect(shown(bar)).toEqual({ phase: 'done', failed: true })
  vi.advanceTimersByTime(500)
  expect(shown(bar)).toEqual({ phase: 'hidden', failed: false })
})

it('stays red when one of several failed', () => {
  const bar = createLoadingBar(browserClock)
  bar.start()
  bar.start()
  bar.fail()
  expect(shown(bar)).toEqual({ phase: 'running', failed: true })
  vi.advanceTimersByTime(200)
  expect(shown(bar)).toEqual({ phase: 'running', failed: true })
  bar.finish()
  expect(shown(bar)).toEqual({ phase: 'done', failed: true })
})

it('starts again from a bar that is filling, and forgets the old failure', () => {
  const bar = createLoadingBar(browserClock)
  bar.start()
  bar.fail()
  bar.start()
  expect(shown(bar)).toEqual({ phase: 'running', failed: false })
  vi.advanceTimersByTime(5_000)
  expect(bar.getState().phase).toBe('running')
})

it('bears a finish too many', () => {
  const bar = createLoadingBar(browserClock)
  bar.finish()
  bar.start()
  vi.advanceTimersByTime(200)
  expect(bar.getState().phase).toBe('running')
})
