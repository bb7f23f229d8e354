import type { ErrorKind } from '../contract/kernel/constants.ts'

/**
 * Reports an error to the server as soon as there are a network and a session. Never throws and need not be awaited. The code that sends is
 * loaded when first needed.
 */
export function reportError(kind: ErrorKind, error: unknown, where = '') {
  const page = location.pathname
  void import('./error-reports.ts').then(({ queueReport }) => queueReport({ kind, error, where, page })).catch(() => undefined)
}

/** Reports uncaught errors of the page and of its service worker. Called once by main. */
export function watchErrors() {
  // An event without an error comes from another site's script, or is the browser's own remark on a layout.
  addEventListener('error', ({ error }) => error && reportError('error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data?.type === 'WORKER_ERROR' && reportError('worker', data))
}
