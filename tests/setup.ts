import { afterEach, expect } from 'vitest'
import { withMembers } from './members.ts'

expect.extend(withMembers)

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  await import('./setup-dom.ts')
  const { atRest } = await import('./at-rest.ts')
  // A wait is for a condition: its end is only there so that a run does not stand still, and a busy machine is slow.
  configure({ asyncUtilTimeout: 40_000 })
  // A form's work continues after it is unmounted, so the next test waits for its end.
  afterEach(atRest)
  afterEach(cleanup)
}
