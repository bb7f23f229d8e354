// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { StationPicker } from '../../src/features/inspections/StationPicker.tsx'
import type { FoundStation } from '../../src/features/inspections/station-search.ts'
import type { StationSearch } from '../../src/features/inspections/station-search-client.ts'
import { renderUi } from '../render.tsx'

vi.mock('../../src/features/inspections/field-store.ts', async (original) => ({
  ...(await original<object>()),
  keptPlanned: async () => [],
  fieldDb: () => ({ stations: { bulkGet: async () => [] }, facts: { get: async () => undefined }, contexts: { bulkGet: async () => [] } }),
}))

test('until the answer to what is typed is there, what stood there stands: nothing is said not to be found that nobody has looked for', async () => {
  const waiting: { to: string; tell: (found: FoundStation[]) => void }[] = []
  const search = { search: (to: string) => new Promise((tell) => waiting.push({ to, tell })) } as unknown as StationSearch
  renderUi(<StationPicker search={search} busy={false} onPick={() => undefined} />)
  const said = () => screen.getByRole('status').textContent
  await waitFor(() => expect(waiting.map(({ to }) => to)).toEqual(['']))
  waiting[0]!.tell([])
  await waitFor(() => expect(said()).toBe('Scrivi il nome, la città o il codice.'))
  await userEvent.setup().type(screen.getByRole('textbox'), 'pv')
  expect(waiting.map(({ to }) => to)).toEqual(['', 'p', 'pv'])
  expect(said()).toBe('Scrivi il nome, la città o il codice.')
  const found = { id: 1, code: 'PV001', name: 'Fidenza', address: 'Via Emilia', city: 'Fidenza', province: 'PR' }
  for (const { tell } of waiting.slice(1)) tell([found])
  await waitFor(() => expect(said()).toBe('1 risultato'))
  expect(screen.getByRole('button', { name: /^PV001/ })).toBeTruthy()
})
