// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../src/lib/device.ts'
import { expireSession, logout, session } from '../../src/lib/session.ts'
import { clearTabHistory, resumeClearing, sameAsLast } from '../../src/lib/tab-history.ts'

const anna: Profile = { id: 7, name: 'A', email: '', scope: [], permissions: [], all_stations: false, demo: true }
vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
const go = vi.spyOn(history, 'go')
const arrives = () => setTimeout(() => dispatchEvent(new PopStateEvent('popstate')))

beforeEach(() => {
  sessionStorage.clear()
  session.set({ user: anna, stamp: 's' })
  go.mockReset()
  go.mockImplementation(() => void arrives())
  history.replaceState({ __TSR_index: 0 }, '', '/verifiche')
})
afterEach(() => {
  session.set({ user: null })
  Reflect.deleteProperty(window, 'navigation')
})

test('who leaves stands at the sign-in with nothing behind and nothing ahead, however many pages lay behind', async () => {
  history.replaceState({ __TSR_index: 3 }, '', '/stazioni?search=segreto')
  session.set({ user: null })
  await clearTabHistory()
  expect(go.mock.calls).toEqual([[-3]])
  expect([location.pathname, location.search, history.state]).toEqual(['/login', '', { __TSR_index: 1 }])
  expect(sessionStorage.length).toBe(0)
})
test('on the first page nothing has to be gone back; somebody signed in stands at home', async () => {
  const before = history.length
  await clearTabHistory()
  expect(go).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/dashboard')
  expect(history.length).toBe(before + 1)
})
test('the browser is believed over the document, and without either there is nothing behind', async () => {
  Object.assign(window, { navigation: { currentEntry: { index: 5 } } })
  history.replaceState({ __TSR_index: 2 }, '', '/x')
  await clearTabHistory()
  expect(go.mock.calls).toEqual([[-5]])
  Object.assign(window, { navigation: { currentEntry: null } })
  history.replaceState(null, '', '/x')
  go.mockClear()
  await clearTabHistory()
  expect(go).not.toHaveBeenCalled()
})
test('where another document lies behind, that one clears the history', async () => {
  resumeClearing()
  expect(location.pathname, 'nobody is leaving').toBe('/verifiche')
  history.replaceState({ __TSR_index: 1 }, '', '/stazioni')
  go.mockImplementation(() => undefined)
  session.set({ user: null })
  void clearTabHistory()
  // The page is unloaded here; the next one begins.
  resumeClearing()
  expect(location.pathname).toBe('/login')
  expect(sessionStorage.length).toBe(0)
  dispatchEvent(new PopStateEvent('popstate'))
})
test('a session that ran out leaves the tab to the same person, and nobody else finds the addresses', async () => {
  await expireSession()
  expect(await sameAsLast(7)).toBe(true)
  expect(location.pathname).toBe('/verifiche')
  session.set({ user: anna, stamp: 's' })
  await expireSession()
  session.set({ user: { ...anna, id: 8 }, stamp: 't' })
  expect(await sameAsLast(8)).toBe(false)
  expect(location.pathname).toBe('/dashboard')
  expect(await sameAsLast(8), 'once it is forgotten, it is').toBe(true)
})
test('after any other end nothing is remembered', async () => {
  await logout()
  expect(sessionStorage.length).toBe(0)
  expect(await sameAsLast(8)).toBe(true)
})
