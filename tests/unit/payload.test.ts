import { expect, test } from 'vitest'
import { banks } from '../../src/contract/banks/banks.ts'
import { cleanBody } from '../../src/contract/kernel/request.ts'
import { ApiError, errorFrom, errorText } from '../../src/lib/api-error.ts'
import { queryString, readQuery } from '../../src/lib/payload.ts'

const body = { text: 'x', empty: '', nothing: null, absent: undefined, no: false, zero: 0, none: [], some: [1] }

test('a body loses what is empty, and keeps no and zero', () => {
  expect(cleanBody({ method: 'POST' }, body)).toEqual({ text: 'x', no: false, zero: 0, none: [], some: [1] })
})
test('on PUT an emptied field goes as null, or nobody could empty it', () => {
  expect(cleanBody({ method: 'PUT' }, body)).toEqual({ text: 'x', empty: null, nothing: null, no: false, zero: 0, none: [], some: [1] })
})
test('where the documents drop only what is undefined, the rest goes as it is', () => {
  const { absent: _, ...rest } = body
  expect(cleanBody({ method: 'POST', keepEmpty: true }, body)).toEqual(rest)
})
test('the banks are those', () => {
  expect([banks.create.keepEmpty, banks.update.keepEmpty]).toEqual([true, true])
})
test('a query loses what is empty, repeats the key of a list, and is read back as texts', () => {
  expect(queryString({ page: 2, search: '', sort: undefined, ids: [], status: ['a', 'b'], q: 'è & "c"' })).toBe(
    '?page=2&status=a&status=b&q=%C3%A8+%26+%22c%22',
  )
  expect(queryString({ search: null })).toBe('')
  expect(readQuery('?page=2&status=a&status=b&q=%C3%A8+%26+%22c%22&n=007')).toEqual({
    page: '2',
    status: ['a', 'b'],
    q: 'è & "c"',
    n: '007',
  })
  expect(readQuery('')).toEqual({})
})

test.each<[unknown, string]>([
  [{ error: 'Primo', message: 'Secondo' }, 'Primo'],
  [{ error: { a: 'Uno.', b: '', c: 'Due.' }, message: 'No' }, 'Uno., Due.'],
  [{ error: {}, data: { error: 'Nei dati' }, message: 'No' }, 'Nei dati'],
  [{ error: '', data: { error: '' }, message: 'Messaggio' }, 'Messaggio'],
  [{ data: 5 }, 'Errore'],
  [undefined, 'Errore'],
  ['<html>', 'Errore'],
])('the text of an error is taken in the documented order: %o', (answer, text) => {
  expect(errorText(answer)).toBe(text)
})
test('an error knows its fields, its code and the record beside it', () => {
  const error = errorFrom(409, { error: 'Cambiato', code: 'stale', data: { id: 1 } })
  expect(error).toMatchObject({ status: 409, message: 'Cambiato', code: 'stale', data: { id: 1 }, fields: {}, cancelled: false })
  expect(errorFrom(422, { error: { name: 'Manca.' } }).fields).toEqual({ name: 'Manca.' })
  expect(new ApiError(100, '').cancelled).toBe(true)
})
