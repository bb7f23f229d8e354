// @vitest-environment jsdom
import '../setup-dom.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { install, useInstall } from '../../src/lib/install.ts'
import { watchInstall } from '../../src/lib/install-offer.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15'
const on = (userAgent: string, maxTouchPoints = 0, more = {}) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints, ...more })
const plain = window.matchMedia
const installed = () => vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(display-mode: standalone)' }))
const way = () => renderHook(useInstall).result.current
afterEach(() => {
  vi.unstubAllGlobals()
  window.matchMedia = plain
})

test('on an iPhone and an iPad, also one that says it is a Mac, it is done by hand; elsewhere only where the browser offers', () => {
  on('Mozilla/5.0 (X11; Linux) Chrome/150.0', 5)
  expect(way()).toBeUndefined()
  on(IPHONE)
  expect(way()).toBe('by-hand')
  on('Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)')
  expect(way()).toBe('by-hand')
  on(MAC, 5)
  expect(way()).toBe('by-hand')
  for (const points of [0, 1]) {
    on(MAC, points)
    expect(way(), 'a Mac has no screen to touch').toBeUndefined()
  }
})
test('where it is installed nothing is offered', () => {
  on(IPHONE, 5, { standalone: true })
  expect(way()).toBeUndefined()
  on(IPHONE)
  installed()
  expect(way()).toBeUndefined()
})
test('the offer of the browser is kept until it is wanted, and is good once', async () => {
  on('Mozilla/5.0 (X11; Linux) Chrome/150.0')
  await install()
  watchInstall()
  const prompt = vi.fn(async () => undefined)
  const { result } = renderHook(useInstall)
  expect(result.current).toBeUndefined()
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(offer))
  expect(offer.defaultPrevented, 'the browser shows nothing of its own').toBe(true)
  expect(result.current).toBe('offer')
  expect(prompt).not.toHaveBeenCalled()
  await act(install)
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(result.current).toBeUndefined()
  await install()
  expect(prompt).toHaveBeenCalledTimes(1)
})
