import { expect, test } from 'vitest'
import { isDiskFull, isDoubled, isReferred, isUnreachable } from '../../../server/lib/core/database-errors.ts'

const failed = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })
const wrapped = (cause: Error) => new Error('query failed', { cause })

test('an error of the database is known as away, whoever says it and however wrapped', () => {
  for (const code of ['08000', '08006', '57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
    expect([isUnreachable(failed(code)), isUnreachable(wrapped(wrapped(failed(code))))], code).toEqual([true, true])
  expect(isUnreachable(failed('ENOENT', { syscall: 'connect' }))).toBe(true)
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])
    expect(isUnreachable(new Error(message)), message).toBe(true)
  for (const other of [
    failed('23505'),
    failed('57014'),
    failed('57P04'),
    failed('108000'),
    failed('0800'),
    failed('ENOENT', { syscall: 'open' }),
  ])
    expect(isUnreachable(other), String((other as any).code)).toBe(false)
  expect([isUnreachable(new Error('a Connection terminated')), isUnreachable('ECONNRESET'), isUnreachable(undefined)]).toEqual([
    false,
    false,
    false,
  ])
})
test('a full disk is known, the system\u2019s and the database\u2019s', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100'])
    expect([isDiskFull(failed(code)), isDiskFull(wrapped(failed(code)))], code).toEqual([true, true])
  expect([isDiskFull(failed('53200')), isDiskFull(new Error('ENOSPC')), isDiskFull('ENOSPC'), isDiskFull(undefined)]).toEqual([
    false,
    false,
    false,
    false,
  ])
})
test('a row that others refer to, or that refers to none, is known', () => {
  for (const code of ['23503', '23001'])
    expect([isReferred(failed(code)), isReferred(wrapped(wrapped(failed(code))))], code).toEqual([true, true])
  for (const other of [failed('23505'), new Error('23503'), '23503', { code: '23503' }, undefined]) expect(isReferred(other)).toBe(false)
})
test('a row that is there already is known by what is unique of it, and by nothing else', () => {
  const doubled = failed('23505', { constraint: 'banks_name' })
  for (const error of [doubled, wrapped(wrapped(doubled))]) expect(isDoubled(error, 'banks_name')).toBe(true)
  for (const other of [failed('23505', { constraint: 'other' }), failed('23503', { constraint: 'banks_name' }), failed('23505')])
    expect([isDoubled(other, 'banks_name'), isDoubled(wrapped(other), 'banks_name')]).toEqual([false, false])
  for (const other of [{ ...doubled }, 'banks_name', undefined]) expect(isDoubled(other, 'banks_name')).toBe(false)
})
