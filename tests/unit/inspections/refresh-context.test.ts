import { expect, test } from 'vitest'
import type { QuestionInput } from '../../../src/contract/inspections/question.ts'
import { applyEdit } from '../../../src/features/inspections/edits.ts'
import type { LocalInspection } from '../../../src/features/inspections/local-inspection.ts'
import { addRowEdit, contextEdit, lacksContext, removeRowEdit } from '../../../src/features/inspections/refresh-context.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { model, section, station, TODAY, yesNoNa } from './helpers.ts'

const definition = model([
  section('c_ext', [yesNoNa('q_ext'), { key: 'q_scan', type: 'scan', label: 'Matricola', prefill: 'equipment_number' } as QuestionInput], {
    repeat: { source: 'fire_extinguishers', label: 'Estintore' },
  }),
])
const blind = {
  ...{ definition, context: station({ origin: { kind: 'unknown' } }), open: [], answers: { q_x: { v: 'si' } }, dirty: [], signatures: {} },
  ...{ model: { id: 7 }, status: 'draft', full: false, headDirty: false },
} as unknown as LocalInspection
const ext = (id: number, number: string) => ({ id, label: `Estintore ${id}`, number })
const left = { block_label: '', severity: 'grave' as const, note: null, resolution_note: null, ticket: null, deadline: '', status: 'open' }
const given = {
  context: station({
    equipment: { fire_extinguishers: [ext(1, 'EX 1'), ext(2, 'EX2')] },
    origin: { kind: 'known', at: '2026-03-10T08:00:00.000Z', proof: 'p' },
  }),
  open: [
    { id: 5, model_id: 7, label: 'Coperto', ...left },
    { id: 6, model_id: 8, label: 'Altro', ...left },
  ],
  last: [],
}
const rowsOf = ({ context }: LocalInspection) => context.equipment.fire_extinguishers ?? []
const missing = (local: LocalInspection) =>
  evaluate(definition, { answers: local.answers, open: local.open }, local.context, TODAY).missing.map(({ key }) => key)

test('what was not known is asked for once it is known, and what was answered stays', () => {
  const local = applyEdit(blind, contextEdit(given))
  expect(missing(local)).toEqual(['q_ext#ext-1', 'q_ext#ext-2', 'nc_5'])
  expect(local.answers).toMatchObject({ q_x: { v: 'si' }, 'q_scan#ext-1': { v: 'EX 1' } })
  expect([local.previous, local.full, local.contextChanged, local.headDirty]).toEqual([null, true, true, true])
  expect(lacksContext(local)).toBe(false)
  expect(applyEdit(local, contextEdit({ ...given, open: [] }))).toEqual(local)
})
test('a row by hand with the number of a known one is that one; another stays beside it, answered or not', () => {
  const add = (number: string) => addRowEdit('fire_extinguishers', { label: number, number })
  let local = [add('ex1'), add('NUOVO'), add('VUOTO')].reduce(applyEdit, blind)
  expect(local.context.origin).toEqual({ kind: 'by_hand' })
  const [one, other, empty] = rowsOf(local).map(({ id }) => id)
  expect([one, other, empty].every((id) => /^\d{12}$/.test(String(id)))).toBe(true)
  expect(local.answers[`q_scan#ext-${one}`]).toMatchObject({ v: 'ex1' })
  local = { ...local, answers: { ...local.answers, [`q_ext#ext-${one}`]: { v: 'no' }, [`q_ext#ext-${other}`]: { v: 'si' } } }
  local = applyEdit(local, contextEdit(given))
  expect(rowsOf(local).map(({ id }) => id)).toEqual([1, 2, other, empty])
  expect(local.answers['q_ext#ext-1']).toEqual({ v: 'no' })
  expect(local.answers).not.toHaveProperty(`q_ext#ext-${one}`)
  expect(local.dirty).toEqual(expect.arrayContaining(['q_ext#ext-1', `q_ext#ext-${one}`]))
  expect(missing(local)).toEqual(['q_ext#ext-2', `q_ext#ext-${empty}`, 'nc_5'])
})
test('a row by hand is taken off with its answers; without any, the station is unknown as before', () => {
  const added = applyEdit(blind, addRowEdit('fire_extinguishers', { label: 'X', number: null }))
  const [row] = rowsOf(added)
  const answered = { ...added, answers: { ...added.answers, [`q_ext#ext-${row!.id}`]: { v: 'si' } } }
  const local = applyEdit(answered, removeRowEdit('fire_extinguishers', row!.id))
  expect([rowsOf(local), Object.keys(local.answers), local.context.origin]).toEqual([[], ['q_x'], { kind: 'unknown' }])
})
test('equipment that was known at the start stays as it was, and only what earlier verifiche left is learned', () => {
  const known = station({ equipment: { fire_extinguishers: [ext(1, 'EX1')] }, origin: { kind: 'known', at: '2026-03-01T08:00:00.000Z' } })
  const local = applyEdit({ ...blind, context: known }, contextEdit(given))
  expect(rowsOf(local)).toHaveLength(1)
  expect(local.open.map(({ id }) => id)).toEqual([5])
})
