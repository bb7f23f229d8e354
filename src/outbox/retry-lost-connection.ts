const ATTEMPTS = 3

/** Runs `work`, and again after `reopen` while the failure is a lost connection, up to three times. */
export async function retryLostConnection<R>(work: () => PromiseLike<R>, reopen: () => Promise<unknown>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt > 1) await reopen()
      return await work()
    } catch (error) {
      if (!isLostConnection(error) || attempt === ATTEMPTS) throw error
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}

/** WebKit says `UnknownError: Connection to Indexed Database server lost`; all browsers report a database closed during the transaction. */
function isLostConnection(error: unknown): boolean {
  const text = error instanceof Error || error instanceof DOMException ? error.message : ''
  return (
    ['DatabaseClosedError', 'InvalidStateError'].includes(nameOf(error)) ||
    /connection (to .*)?(lost|closing|closed)|database connection is closing/i.test(text)
  )
}

/** Whether a save failed because the device is full. Dexie wraps the browser's error. */
export function isQuota(error: unknown): boolean {
  if (nameOf(error) === 'QuotaExceededError') return true
  return typeof error === 'object' && error !== null && 'inner' in error && nameOf(error.inner) === 'QuotaExceededError'
}
