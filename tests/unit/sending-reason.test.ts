import { expect, test } from 'vitest'
import { stoppedBy } from '../../src/app/sending/reason.ts'

const failed = (cause: unknown) => stoppedBy({ outcome: 'failed', sent: 0, cause })

test('what keeps the whole queue from going is told with what to do; what only waits is not', () => {
  expect(failed(new DOMException('', 'QuotaExceededError'))).toMatch(/^Lo spazio su questo dispositivo è finito.*Libera spazio/)
  expect(failed(new Error('Connection to Indexed Database server lost'))).toMatch(/Ricarica la pagina.*Esporta tutto/)
  expect(stoppedBy({ outcome: 'outdated', sent: 0 })).toMatch(/nuova versione/)
  for (const outcome of ['idle', 'busy', 'auth', 'unreachable', 'fenced'] as const) expect(stoppedBy({ outcome, sent: 0 })).toBeUndefined()
  expect(stoppedBy(undefined)).toBeUndefined()
})
