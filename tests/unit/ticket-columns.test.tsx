// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/crud/list/columns.ts'
import { crowdedOut, TICK_COLUMN_REM, widthsOf } from '../../src/crud/list/list-layout.ts'
import { columns } from '../../src/features/tickets/columns.tsx'

/** Of a window of 1280 px the menu leaves some 57 rem to the list; one of 1024 px has it folded away, and leaves 61. */
test.each([57, 61])('in %d rem the subject of a ticket has the most room, and the assignees are there', (room) => {
  const all = columnsOf(columns(true, new Map()))
  const out = crowdedOut(all, true, room - TICK_COLUMN_REM)
  expect(out).toEqual(['Categoria', 'Aggiornato', 'Priorità'])
  const shown = all.filter(({ heading }) => !out.includes(heading))
  const widths = widthsOf(shown, undefined, true, room, true)
  const subject = shown.findIndex(({ heading }) => heading === 'Oggetto')
  const least = widths.map((width) => Number(/([\d.]+)em/.exec(width)![1]))
  expect(Math.max(...least)).toBe(least[subject])
})
