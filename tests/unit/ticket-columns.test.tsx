// @vitest-environment jsdom
import '../setup-dom.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TicketRow } from '../../src/contract/tickets/tickets.ts'
import { columnsOf } from '../../src/crud/list/columns.ts'
import { crowdedOut, TICK_COLUMN_REM, widthsOf } from '../../src/crud/list/list-layout.ts'
import { columns } from '../../src/features/tickets/columns.tsx'

/** Of a window of 1440 px, where the views stand above the list, it leaves some 67 rem. */
test('in 67 rem an agent sees priority and assignees, and stations by their town', () => {
  const all = columnsOf(columns(true, new Map()))
  expect(crowdedOut(all, true, 67 - TICK_COLUMN_REM)).toEqual(['Categoria', 'Aggiornato'])
  const station = all.find(({ heading }) => heading === 'Punto vendita')!
  const row = { station: { id: 1, code: 'PV007', name: 'Stazione Fidenza – Via Emilia', city: 'Fidenza', province: 'PR' } } as TicketRow
  expect([station.show(row), station.text!(row)]).toEqual(['PV007 Fidenza', 'PV007 Stazione Fidenza – Via Emilia'])
})

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

test('how late a ticket is stands in the table; on a card, where it would be cut, that it is late', () => {
  const { SLA } = columns(true, new Map())
  const row = { due_at: '2026-01-01T10:00:00Z', late: true, status: { id: 3 }, waiting_for: null } as unknown as TicketRow
  const words = (of: ReactNode) => renderToStaticMarkup(of).replace(/<[^>]+>/g, '')
  expect(words(SLA!.show(row))).toMatch(/^In ritardo da \d+ giorni$/)
  expect(words(SLA!.onCard!(row))).toBe('In ritardo')
  expect(words(SLA!.onCard!({ ...row, status: { id: 5 } } as TicketRow))).toBe('Chiuso in ritardo')
})
