import { expect, test } from 'vitest'
import { howMany, others } from '../../src/rules/shared/how-many.ts'

test('one is singular, none and many are plural, thousands are grouped', () => {
  const rows = (number: number) => howMany(number, 'riga', 'righe')
  expect([0, 1, 2, 1200].map(rows)).toEqual(['0 righe', '1 riga', '2 righe', '1.200 righe'])
})

test('what is left of a list is one other or many others', () => {
  expect([1, 2, 1200].map((number) => others(number))).toEqual(['un altro', 'altri 2', 'altri 1.200'])
  expect([1, 2].map((number) => others(number, 'f'))).toEqual(['un’altra', 'altre 2'])
})
