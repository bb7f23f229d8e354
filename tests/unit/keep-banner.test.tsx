// @vitest-environment jsdom
import '../setup-dom.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeepBanner } from '../../src/app/KeepBanner.tsx'
import { connection } from '../../src/lib/online.ts'
import { session } from '../../src/lib/session.ts'
import { renderUi } from '../render.tsx'

const { databaseNames, drafts } = vi.hoisted(() => ({ databaseNames: vi.fn(), drafts: { current: [] as { key: string }[] } }))
vi.mock('../../src/lib/databases.ts', async (load) => ({ ...(await load<object>()), databaseNames }))
vi.mock('../../src/lib/storage.ts', async (load) => ({ ...(await load<object>()), storageState: async () => ({ persistent: false }) }))
vi.mock('../../src/outbox/runtime.ts', () => ({ outbox: () => ({ list: async () => [], listDrafts: async () => drafts.current }) }))
beforeEach(() =>
  session.set({
    user: { id: 7, name: 'Ivan', email: '', scope: ['inspection'], permissions: [], all_stations: true, demo: true },
    stamp: 's',
  }),
)
afterEach(() => void vi.useRealTimers())
/** Whether it asks at a start of the app at which nobody answers. */
async function shownAtAStart() {
  const { unmount } = renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  const found = screen.queryByRole('button', { name: 'Non ora' })
  if (found) act(() => found.click())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Proteggi i dati')).toBeNull()
  unmount()
  return !!found
}

test('who begins to keep something while the page stands is asked then, and nobody is looked at for ever', async () => {
  vi.useFakeTimers()
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue([])
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(100)
  expect(screen.queryByText('Proteggi i dati')).toBeNull()
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  await pass(5_100)
  screen.getByText('Proteggi i dati')
  const looked = databaseNames.mock.calls.length
  await pass(60_000)
  expect(databaseNames).toHaveBeenCalledTimes(looked)
})
test('a device is asked once, whatever the person does then', async () => {
  vi.useFakeTimers({ now: 0 })
  localStorage.removeItem('piazzale-keep-asked')
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  expect(await shownAtAStart()).toBe(true)
  expect(await shownAtAStart()).toBe(false)
})
test('the question stays until it is answered, also when the device is looked into again', async () => {
  vi.useFakeTimers({ now: 0 })
  localStorage.removeItem('piazzale-keep-asked')
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  const client = new QueryClient()
  renderUi(
    <QueryClientProvider client={client}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('Proteggi i dati')
  await act(() => client.invalidateQueries())
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('Proteggi i dati')
  fireEvent.click(screen.getByRole('button', { name: 'Non ora' }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Proteggi i dati')).toBeNull()
  // The frame of the page is drawn anew, as after a lock.
  cleanup()
  renderUi(
    <QueryClientProvider client={client}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Proteggi i dati')).toBeNull()
})
test('the answer of the browser is said until it is read', async () => {
  vi.useFakeTimers({ now: 0 })
  localStorage.removeItem('piazzale-keep-asked')
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  const pressed = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  await act(() => vi.advanceTimersByTimeAsync(100))
  await pressed('Proteggi i dati')
  screen.getByText(/^Fatto: il browser non elimina/)
  await pressed('Ho capito')
  expect(screen.queryByText(/^Fatto/)).toBeNull()
})
test('a reply to a ticket is no reason to ask at a desk; a verifica is, and so is the reply elsewhere', async () => {
  vi.useFakeTimers({ now: 0 })
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue([])
  const asked = async (key: string, desk: boolean) => {
    localStorage.removeItem('piazzale-keep-asked')
    drafts.current = [{ key }]
    window.matchMedia = ((query: string) => ({
      matches: desk && query.includes('min-width'),
      addEventListener() {},
      removeEventListener() {},
    })) as never
    return shownAtAStart()
  }
  expect(await asked('ticket:2026/1', true)).toBe(false)
  expect(await asked('ticket:2026/1', false)).toBe(true)
  expect(await asked('inspection:1', true)).toBe(true)
})
test('without a network nothing is asked', async () => {
  vi.useFakeTimers({ now: 0 })
  localStorage.removeItem('piazzale-keep-asked')
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  connection.set('offline')
  expect(await shownAtAStart()).toBe(false)
  connection.set('online')
  expect(await shownAtAStart()).toBe(true)
})
test('where the browser cannot protect anything nothing is offered', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 3, 1) })
  Object.assign(navigator, { storage: undefined })
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <KeepBanner />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('Proteggi i dati')).toBeNull()
})
