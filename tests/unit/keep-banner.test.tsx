// @vitest-environment jsdom
import '../setup-dom.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { KeepBanner } from '../../src/app/KeepBanner.tsx'
import { session } from '../../src/lib/session.ts'
import { renderUi } from '../render.tsx'

const { databaseNames } = vi.hoisted(() => ({ databaseNames: vi.fn() }))
vi.mock('../../src/lib/databases.ts', async (load) => ({ ...(await load<object>()), databaseNames }))
vi.mock('../../src/lib/storage.ts', async (load) => ({ ...(await load<object>()), storageState: async () => ({ persistent: false }) }))
vi.mock('../../src/outbox/runtime.ts', () => ({ outbox: () => ({ list: async () => [], listDrafts: async () => [] }) }))
afterEach(() => void vi.useRealTimers())

test('who begins to keep something while the page stands is asked then, and nobody is looked at for ever', async () => {
  vi.useFakeTimers()
  Object.assign(navigator, { storage: { persist: async () => true } })
  session.set({
    user: { id: 7, name: 'Ivan', email: '', scope: ['inspection'], permissions: [], all_stations: true, demo: true },
    stamp: 's',
  })
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
test('who says "not now" is asked by no page for a month', async () => {
  vi.useFakeTimers({ now: 0 })
  Object.assign(navigator, { storage: { persist: async () => true } })
  databaseNames.mockResolvedValue(['piazzale-field-7'])
  const shown = async () => {
    const { unmount } = renderUi(
      <QueryClientProvider client={new QueryClient()}>
        <KeepBanner />
      </QueryClientProvider>,
    )
    await act(() => vi.advanceTimersByTimeAsync(100))
    const later = screen.queryByRole('button', { name: 'Non ora' })
    if (later) act(() => later.click())
    expect(screen.queryByText('Proteggi i dati')).toBeNull()
    unmount()
    return !!later
  }
  vi.setSystemTime(Date.UTC(2026, 0, 1))
  expect(await shown()).toBe(true)
  vi.setSystemTime(Date.UTC(2026, 0, 30))
  expect(await shown()).toBe(false)
  vi.setSystemTime(Date.UTC(2026, 1, 2))
  expect(await shown()).toBe(true)
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
