// @vitest-environment jsdom
import '../../setup-dom.ts'
import { expect, test } from 'vitest'
import { idParam, optionalIdParam } from '../../../src/crud/record/id-param.ts'

test('the address of a record is a number of digits, and anything else is no page', () => {
  expect([idParam.parse({ id: '12' }), idParam.stringify({ id: 12 })]).toEqual([{ id: 12 }, { id: '12' }])
  for (const id of ['0', '01', '-1', '1.5', 'x', '', ' 1', '1 ', '12345678901']) expect(() => idParam.parse({ id }), id).toThrow()
  expect([optionalIdParam.parse({}), optionalIdParam.parse({ id: '3' })]).toEqual([{ id: undefined }, { id: 3 }])
  expect([optionalIdParam.stringify({}), optionalIdParam.stringify({ id: 3 })]).toEqual([{ id: undefined }, { id: '3' }])
  expect(() => optionalIdParam.parse({ id: 'x' })).toThrow()
})
