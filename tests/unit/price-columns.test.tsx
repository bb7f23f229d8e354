// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import { priceColumns } from '../../src/features/prices/columns.tsx'
import { columns as competitors } from '../../src/features/prices/competitors/columns.tsx'

test('a sheet of prices says the moment of the last change, which is true on another day too', () => {
  const { Aggiornato } = priceColumns([], [], { draft: {} as never, writes: false, onCommit: () => {}, pending: [] })
  const text = (updated_at: string | null, cells: object[]) =>
    (Aggiornato as { text: (row: object) => string }).text({ updated_at, age: updated_at ? 0 : null, cells })
  expect([text('2026-11-25T09:00:00Z', [{}]), text(null, [{}]), text(null, [])]).toEqual(['25/11/2026 10:00', 'Mai', '–'])
})

test('fuels are never put away for lack of room, and the station compared with has its room', () => {
  const rows = [{ id: 1, cells: [1, 2].map((fuel_id) => ({ fuel_id, mode: 'self', id: null, price: null, since: null, next: null })) }]
  const fuels = [1, 2].map((id) => ({ id, name: `Carburante ${id}` }))
  const grid = { draft: {} as never, writes: true, onCommit: () => {}, pending: ['2-self'] }
  const shown = priceColumns(fuels as never, rows as never, grid) as Record<string, { spare?: number; always?: boolean }>
  const of = (id: number) => shown[`Carburante ${id} self`]!
  expect([1, 2].map((id) => [of(id).spare, of(id).always])).toEqual([
    [undefined, false],
    [undefined, true],
  ])
  // Letters of 12 px, and the padding of a cell.
  expect((competitors['Δ vs nostro'] as { width: number }).width).toBeGreaterThan('Benzina, PV0001'.length * 0.46 + 1.25)
})
