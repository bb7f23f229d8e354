import type { ErrorKind } from '../contract/constants.ts'

/**
 * Tells the office that something went wrong here (domain.md 8.10), as soon as there are a network and a session. Never throws, never asks to be
 * waited for; what it needs for that is fetched when first wanted.
 */
export function reportError(kind: ErrorKind, error: unknown, where = '') {
  const page = location.pathname
  void import('./error-reports.ts').then(({ take }) => take({ kind, error, where, page })).catch(() => undefined)
}

/** What nobody caught, in the page and in its service worker. Called once by main. */
export function watchErrors() {
  // Without an error it is another site's script, or the browser's own remark on a layout.
  addEventListener('error', ({ error }) => error && reportError('error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data?.type === 'WORKER_ERROR' && reportError('worker', data))
}
