import { expect, test } from 'vitest'
import { versionedCache } from '../../../server/lib/core/change-counters.ts'

test('what was read is remembered as long as nothing has changed, and not where nobody tells', () => {
  let now: number | undefined = 1
  const kept = versionedCache<string>(() => now)
  kept.lookUp('a').keep('x')
  expect([kept.lookUp('a').cached, kept.lookUp('b').cached]).toEqual(['x', undefined])
  const late = kept.lookUp('c')
  now = 2
  expect(kept.lookUp('a').cached).toBeUndefined()
  late.keep('read before the change')
  expect(kept.lookUp('c').cached).toBeUndefined()
  now = undefined
  kept.lookUp('d').keep('y')
  expect(kept.lookUp('d').cached).toBeUndefined()
  now = 3
  for (let i = 0; i <= 2_000; i++) kept.lookUp(`n${i}`).keep('z')
  expect(kept.lookUp('n0').cached, 'so many begin anew').toBeUndefined()
})
