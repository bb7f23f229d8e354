import { expect, test } from 'vitest'
import { filesNamed, mergeAnswers, notAfter, pick } from '../../server/domain/inspection-answers.ts'
import { type Actor, mayDelete, mayMove, ncMayBecome } from '../../server/domain/inspection-transitions.ts'
import { INSPECTION_STATUSES, type InspectionStatus } from '../../src/contract/inspections.ts'
import { NC_STATUSES, type NcStatus } from '../../src/contract/non-conformities.ts'

const states = Object.keys(INSPECTION_STATUSES) as InspectionStatus[]
const actors: Actor[] = ['owner', 'superAdmin', 'network_manager']

test('of all moves of a verifica exactly the agreed ones are open, each to the agreed people', () => {
  const open = states.flatMap((from) =>
    states.flatMap((to) => {
      const by = actors.filter((actor) => mayMove(from, to, [actor]) === 'yes')
      return by.length ? [`${from} → ${to}: ${by.join(', ')}`] : []
    }),
  )
  expect(open).toEqual([
    'planned → draft: owner, superAdmin',
    'planned → cancelled: owner, superAdmin',
    'draft → completed: owner',
    'draft → cancelled: owner, superAdmin',
    'completed → draft: superAdmin',
    'completed → approved: superAdmin, network_manager',
  ])
  expect(mayMove('draft', 'completed', ['superAdmin'])).toBe('forbidden')
  expect(mayMove('approved', 'draft', actors)).toBe('impossible')
})

test('who may delete what', () => {
  const answers = states.map((status) => `${status}: ${actors.map((actor) => mayDelete(status, [actor])).join(' ')}`)
  expect(answers).toEqual([
    'planned: yes yes forbidden',
    'draft: yes yes forbidden',
    'completed: forbidden yes forbidden',
    'approved: impossible impossible impossible',
    'cancelled: yes yes forbidden',
  ])
})

test('non-conformities are never verified by hand, nor taken back from there', () => {
  const all = Object.keys(NC_STATUSES) as NcStatus[]
  const open = all.flatMap((from) => all.filter((to) => from !== to && ncMayBecome(from, to)).map((to) => `${from} → ${to}`))
  expect(open).toEqual(['open → in_progress', 'open → resolved', 'in_progress → open', 'in_progress → resolved', 'resolved → open'])
})

test('answers merge by key; the revisions remember what was taken back', () => {
  const stored = { answers: { q_a: { v: 'si' }, q_b: { v: 'no' } }, revs: { q_a: 1, q_b: 2 } }
  const merged = mergeAnswers(stored, { q_b: null, q_c: { v: 3 } }, 5)
  expect(merged).toEqual({ answers: { q_a: { v: 'si' }, q_c: { v: 3 } }, revs: { q_a: 1, q_b: 5, q_c: 5 } })
  expect(stored.answers).toHaveProperty('q_b')
  expect(pick(merged.answers, { q_b: null, q_c: null })).toEqual({ q_c: { v: 3 } })
})

test('every file that answers and signatures name is found once', () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const at = '2026-03-10T09:00:00.000Z'
  expect(
    filesNamed(
      {
        q_photo: { v: [uuid(1), uuid(2)] },
        q_choice: { v: ['una', 'due'] },
        q_sign: { v: { file: uuid(3), name: 'Gino', at } },
        'q_x#ext-5': { v: 'no', photos: [uuid(1), uuid(4)], nc: { severity: 'grave', photos: [uuid(5).toUpperCase()] } },
        cover_photo: { photos: [uuid(6)] },
      },
      { inspector: { file: uuid(7), name: 'Ivan', at }, manager: { file: null, name: 'Gino', at, refused: true, reason: 'no' } },
    ).sort(),
  ).toEqual([1, 2, 3, 4, 5, 6, 7].map(uuid))
})

test('a device clock ahead of the server is not believed', () => {
  const now = new Date('2026-03-10T10:00:00.000Z')
  expect(notAfter('2026-03-10T09:00:00.000Z', now)).toBe('2026-03-10T09:00:00.000Z')
  expect(notAfter('2026-03-10T10:00:00.001Z', now)).toBe(now.toISOString())
  expect(notAfter(undefined, now)).toBe(now.toISOString())
})
