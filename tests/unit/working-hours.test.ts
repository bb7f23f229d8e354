import { expect, test } from 'vitest'
import { dueOf, dueSentences } from '../../server/domain/tickets/due.ts'
import { afterHours, afterWorkingHours } from '../../server/domain/tickets/working-hours.ts'

/** The calendar by which tickets are due: Rome, lun–ven 8–13 and 14–18, sab 8–13, no holidays (docs/spec/tickets.md#due-time). Instants are UTC. */
const after = (from: string, hours: number, ...pauses: [string, string][]) =>
  afterWorkingHours(
    new Date(from),
    hours,
    pauses.map(([from, to]) => ({ from, to })),
  ).toISOString()

test.each([
  ['within a morning', '2026-11-25T08:00:00.000Z', 2, '2026-11-25T10:00:00.000Z'],
  ['over lunch, which is no working time', '2026-11-25T11:00:00.000Z', 2, '2026-11-25T14:00:00.000Z'],
  ['begun at lunch', '2026-11-25T12:30:00.000Z', 1, '2026-11-25T14:00:00.000Z'],
  ['over a night', '2026-11-25T16:00:00.000Z', 2, '2026-11-26T08:00:00.000Z'],
  ['over a Saturday afternoon and a Sunday', '2026-11-28T11:00:00.000Z', 2, '2026-11-30T08:00:00.000Z'],
  ['over the Immaculate', '2026-12-07T16:00:00.000Z', 2, '2026-12-09T08:00:00.000Z'],
  ['over Easter and the Monday after it', '2026-04-04T10:00:00.000Z', 2, '2026-04-07T07:00:00.000Z'],
  ['over the night in which clocks go back', '2026-10-24T10:00:00.000Z', 2, '2026-10-26T08:00:00.000Z'],
])('working hours: %s', (_, from, hours, due) => {
  expect(after(from, hours)).toBe(due)
})

test('what lies in a pause does not count, whatever part of it would have been worked', () => {
  expect(after('2026-11-25T08:00:00.000Z', 2, ['2026-11-25T09:00:00.000Z', '2026-11-25T10:00:00.000Z'])).toBe('2026-11-25T11:00:00.000Z')
  // All of a Sunday is no loss.
  expect(after('2026-11-28T11:00:00.000Z', 2, ['2026-11-29T06:00:00.000Z', '2026-11-29T20:00:00.000Z'])).toBe('2026-11-30T08:00:00.000Z')
  const pause = { from: '2026-11-25T09:00:00.000Z', to: '2026-11-25T12:00:00.000Z' }
  expect(afterHours(new Date('2026-11-25T08:00:00.000Z'), 8, [pause]).toISOString()).toBe('2026-11-25T19:00:00.000Z')
})

test('an urgent one runs by the clock, and each says why it is due when it is', () => {
  const ticket = { created_at: '2026-12-05T10:00:00.000Z', sla_hours: 8, priority: 3 }
  expect(dueOf({ ...ticket, priority: 4 }).toISOString()).toBe('2026-12-05T18:00:00.000Z')
  const due_at = dueOf(ticket).toISOString()
  expect(due_at).toBe('2026-12-07T14:00:00.000Z')
  const told = { ...ticket, due_at, due_given: false, category: 'POS', source: 'web', paused_at: null, completed_at: null, pauses: [] }
  expect(dueSentences(told)).toEqual([
    '8 ore lavorative per la categoria "POS", dal 05/12/2026 11:00.',
    'Contano lun–ven 8–13 e 14–18, sab 8–13, esclusi domeniche e festivi.',
    'Scade il 07/12/2026 15:00.',
  ])
  expect(dueSentences({ ...told, due_given: true, source: 'inspection' })[0]).toBe('Il termine è quello dato dalla verifica.')
})
