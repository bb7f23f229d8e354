// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import { priceColumns } from '../../src/features/prices/columns.tsx'

test('a sheet of prices says the moment of the last change, which is true on another day too', () => {
  const { Aggiornato } = priceColumns([], [], {
    ...{ draft: {} as never, writes: false, onCommit: () => {} },
    ...{ pending: [], opens: false },
  })
  const text = (updated_at: string | null, cells: object[]) =>
    (Aggiornato as { text: (row: object) => string }).text({ updated_at, age: updated_at ? 0 : null, cells })
  expect([text('2026-11-25T09:00:00Z', [{}]), text(null, [{}]), text(null, [])]).toEqual(['25/11/2026 10:00', 'Mai', '–'])
})
