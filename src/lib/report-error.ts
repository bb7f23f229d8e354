import type { ErrorKind } from '../contract/kernel/constants.ts'

/**
 * Reports an error to the server (domain.md 8.10) as soon as there are a network and a session. Never throws and need not be
 * awaited. Its code is loaded when first needed.
 */
export function reportError(kind: ErrorKind, error: unknown, where = '') {
  const page = location.pathname
  void import('./error-reports.ts').then(({ queueReport }) => queueReport({ kind, error, where, page })).catch(() => undefined)
}

/** Reports uncaught errors of the page and of its service worker. Called once by main. */
export function watchErrors() {
  // Without an error it is another site's script, or the browser's own remark on a layout.
  addEventListener('error', ({ error }) => error && reportError('error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data?.type === 'WORKER_ERROR' && reportError('worker', data))
}
