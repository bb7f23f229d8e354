import { expect, test } from 'vitest'
import { mergeAnswers, pickKeys, referencedFiles } from '../../../server/domain/inspections/merge-answers.ts'
import { notAfter } from '../../../server/lib/core/device-clock.ts'
import { INSPECTION_STATUSES, type InspectionStatus } from '../../../src/contract/inspections/inspections.ts'
import { NC_STATUSES, type NcStatus } from '../../../src/contract/inspections/non-conformities.ts'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { decideAction, INSPECTION_ACTIONS } from '../../../src/rules/inspections/actions.ts'
import { mayRemoveModel } from '../../../src/rules/inspections/model-states.ts'
import { ncMayBecome } from '../../../src/rules/inspections/nc-states.ts'

const states = Object.keys(INSPECTION_STATUSES) as InspectionStatus[]
const people = {
  owner: { id: 1, roles: ['inspection'] },
  // A person who may no longer make verifiche owns none.
  former: { id: 1, roles: ['network_manager'] },
  other: { id: 2, roles: ['inspection'] },
  admin: { id: 3, roles: ['superAdmin'] },
  network: { id: 4, roles: ['network_manager'] },
} satisfies Record<string, { id: number; roles: RoleName[] }>

test('of all that can be done with a verifica exactly the agreed is open, in the agreed states, to the agreed people', () => {
  const open = INSPECTION_ACTIONS.flatMap((action) =>
    states.flatMap((status) =>
      [null, 'incompleta' as const]
        .filter((outcome) => !outcome || status === 'completed')
        .flatMap((outcome) => {
          const answers = Object.entries(people).map(
            ([name, person]) => [name, decideAction(action, { status, outcome, inspector_id: 1 }, person)] as const,
          )
          const by = answers.filter(([, answer]) => answer === 'yes').map(([name]) => name)
          // Where it is not for anybody, it is not for want of a right.
          expect(new Set(answers.map(([, answer]) => answer)).has('impossible')).toBe(!by.length)
          return by.length ? [`${action} ${outcome ?? status}: ${by.join(', ')}`] : []
        }),
    ),
  )
  expect(open).toEqual([
    'begin planned: owner, admin',
    'fill planned: owner',
    'fill draft: owner',
    'complete planned: owner',
    'complete draft: owner',
    'cancel planned: owner, admin',
    'cancel draft: owner, admin',
    'approve completed: former, admin, network',
    'reopen completed: admin',
    'reopen incompleta: admin',
    'resume incompleta: owner',
    'send completed: owner, admin',
    'send incompleta: owner, admin',
    'send approved: owner, admin',
    'remove planned: owner, admin',
    'remove draft: owner, admin',
    'remove completed: admin',
    'remove incompleta: admin',
    'remove cancelled: owner, admin',
  ])
})

test('a model that was used is archived, not removed; another is removed by whoever made it, or an administrator', () => {
  const answers = [0, 1].map((used_count) =>
    [people.owner, people.other, people.admin].map((person) => mayRemoveModel({ created_by: 1, used_count }, person)).join(' '),
  )
  expect(answers).toEqual(['yes forbidden yes', 'impossible impossible impossible'])
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
  expect(pickKeys(merged.answers, { q_b: null, q_c: null })).toEqual({ q_c: { v: 3 } })
})

test('every file that answers and signatures name is found once', () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const at = '2026-03-10T09:00:00.000Z'
  expect(
    referencedFiles(
      {
        q_photo: { v: [uuid(1), uuid(2)] },
        q_choice: { v: ['una', 'due'] },
        q_sign: { v: { file: uuid(3), name: 'Gino', at } },
        'q_x#ext-5': { v: 'no', photos: [uuid(1), uuid(4)], nc: { severity: 'grave', photos: [uuid(5).toUpperCase()] } },
        cover_photo: { photos: [uuid(6)] },
      },
      { inspector: { file: uuid(7), name: 'Ivan', at }, manager: { file: null, name: 'Gino', at, refused: true, reason: 'no' } },
    ),
  ).toHaveMembers([1, 2, 3, 4, 5, 6, 7].map(uuid))
})

test('a device clock ahead of the server is not believed', () => {
  const now = new Date('2026-03-10T10:00:00.000Z')
  expect(notAfter('2026-03-10T09:00:00.000Z', now)).toBe('2026-03-10T09:00:00.000Z')
  expect(notAfter('2026-03-10T10:00:00.001Z', now)).toBe(now.toISOString())
  expect(notAfter(undefined, now)).toBe(now.toISOString())
})
