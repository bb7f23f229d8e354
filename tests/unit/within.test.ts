// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { waitAtMost } from '../../src/lib/wait-at-most.ts'

afterEach(() => vi.useRealTimers())

test('work is waited for no longer than told; what becomes of it later troubles nobody', async () => {
  vi.useFakeTimers()
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let over = ''
  void waitAtMost(500, new Promise(() => {})).then(() => {
    over += 'late '
  })
  void waitAtMost(500, Promise.resolve()).then(() => {
    over += 'done '
  })
  void waitAtMost(500, Promise.reject(new Error('x'))).then(() => {
    over += 'failed '
  })
  await vi.advanceTimersByTimeAsync(499)
  expect(over).toBe('done failed ')
  expect(told).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount(), 'whoever is done keeps no clock running').toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toBe('done failed late ')
  told.mockRestore()
})
