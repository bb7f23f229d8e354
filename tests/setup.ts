import { afterEach } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  await import('./setup-dom.ts')
  const { atRest } = await import('./at-rest.ts')
  // A wait is for a condition: its end is only there so that a run does not stand still, and a busy machine is slow.
  configure({ asyncUtilTimeout: 40_000 })
  // What a form began goes on without it: it has an end, and the next test begins after it.
  afterEach(atRest)
  afterEach(cleanup)
}
