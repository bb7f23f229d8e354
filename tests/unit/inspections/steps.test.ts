import { expect, test } from 'vitest'
import { isSettled, nextOpen, openKeys, stepsOf } from '../../../src/features/inspections/steps.ts'
import type { Evaluation } from '../../../src/rules/inspections/evaluate.ts'

const result = (key: string, rest: object = {}) => ({
  ...{ key, question: { key, type: 'yes_no', label: key }, value: undefined, nc: null, error: null },
  ...rest,
})
const evaluation = (questions: object[], missing: object[] = []) =>
  ({
    sections: [{ section: { key: 'c', name: 'Piazzale', repeat: null }, blocks: [{ block: { id: '', label: '' }, questions }] }],
    previous: [],
    unchecked: [],
    missing,
  }) as unknown as Evaluation
const lacks = (key: string, kind = 'answer') => ({ key, kind, section: 'c' })

test('one question at a time, or a section on a page, however long', () => {
  const long = evaluation(Array.from({ length: 80 }, (_, at) => result(`q_${at}`)))
  expect(stepsOf(long, true)).toHaveLength(80)
  expect(stepsOf(long, false).map(({ asked }) => asked.length)).toEqual([80])
})

test('the next open question is the next that must be answered, from the top again at the end; then what may be', () => {
  const some = evaluation([result('q_1'), result('q_2', { value: 'si' }), result('q_3'), result('q_4')], [lacks('q_1'), lacks('q_4')])
  const steps = stepsOf(some, true)
  expect(openKeys(some)).toEqual(['q_1', 'q_4'])
  expect([-1, 0, 1, 3].map((at) => nextOpen(steps, openKeys(some), at))).toEqual(['q_1', 'q_4', 'q_4', 'q_1'])
  expect(openKeys(evaluation([result('q_1'), result('q_2', { value: 'si' })]))).toEqual(['q_1'])
  expect(nextOpen(steps, ['q_4'], 3)).toBeUndefined()
})

test('a choice goes on by itself only where nothing more is asked for', () => {
  const given = (rest: object, missing: object[] = []) => isSettled(evaluation([result('q_1', { value: 'no', ...rest })], missing), 'q_1')
  expect(given({})).toBe(true)
  expect(given({ nc: { severity: 'lieve' } })).toBe(false)
  expect(given({}, [lacks('q_1', 'note')])).toBe(false)
  expect(given({}, [lacks('q_1', 'photo')])).toBe(false)
  expect(given({ error: 'troppo' })).toBe(false)
  expect(given({ value: undefined })).toBe(false)
})
