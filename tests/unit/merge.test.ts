import { expect, test } from 'vitest'
import { merge, sameValue } from '../../src/crud/form/merge.ts'

test('an empty box is an empty value, and an unreadable number is not', () => {
  expect(sameValue({ a: '', b: [{ c: null }] }, { a: null, b: [{ c: undefined }] })).toBe(true)
  expect(sameValue(null, 0)).toBe(false)
  expect(sameValue(false, null)).toBe(false)
  expect(sameValue(Number.NaN, null)).toBe(false)
})

test('three versions: what one changed stands, what both changed differently is disputed', () => {
  const base = { left: 'a', mine: 'a', theirs: 'a', both: 'a', alike: 'a', emptied: 'a', list: [1] }
  const difference = merge(
    base,
    { left: 'a', mine: 'b', theirs: 'a', both: 'b', alike: 'z', emptied: '', list: [1, 2] },
    { left: 'a', mine: 'a', theirs: 'c', both: 'c', alike: 'z', emptied: 'a', list: [1] },
  )
  expect(difference).toEqual({
    merged: { left: 'a', mine: 'b', theirs: 'c', both: 'b', alike: 'z', emptied: '', list: [1, 2] },
    disputed: ['both'],
    taken: ['theirs'],
  })
})
