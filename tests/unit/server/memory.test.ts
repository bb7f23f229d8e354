import { expect, test } from 'vitest'
import { memory } from '../../../server/lib/core/changes.ts'

test('what was read is remembered as long as nothing has changed, and not where nobody tells', () => {
  let now: number | undefined = 1
  const kept = memory<string>(() => now)
  kept.recall('a').keep('x')
  expect([kept.recall('a').known, kept.recall('b').known]).toEqual(['x', undefined])
  const late = kept.recall('c')
  now = 2
  expect(kept.recall('a').known).toBeUndefined()
  late.keep('read before the change')
  expect(kept.recall('c').known).toBeUndefined()
  now = undefined
  kept.recall('d').keep('y')
  expect(kept.recall('d').known).toBeUndefined()
  now = 3
  for (let i = 0; i <= 2_000; i++) kept.recall(`n${i}`).keep('z')
  expect(kept.recall('n0').known, 'so many begin anew').toBeUndefined()
})
