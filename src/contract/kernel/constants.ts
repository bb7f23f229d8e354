/** Fixed figures of the customer's documents (doc 0 §9). Times in milliseconds unless the name says otherwise. */
export const API_BASE = '/api/v1'
export const DOWNLOAD_TIMEOUT_MS = 60_000
/** The session's handle, which with its cookie stands for a token where a page reads before it has one (`authenticate.ts`). */
export const HANDLE = 'x-session-handle'
/** Any other read; what is slower than this on a phone's line is taken for a line that is dead. */
export const READ_TIMEOUT_MS = 60_000
/** Doc 0 §9. */
export const IDLE_PREFETCH_MS = 2_000
export const NOTIFICATION_MS = 10_000
export const LOADING_BAR = { throttleMs: 200, durationMs: 5_000, hideDelayMs: 500, heightPx: 2 }
export const DRAWER_WIDTH = { small: '100%', medium: 370, large: 325 }
/** The documented read cache of the service worker: network first, 10 entries, 12 hours; after 10 s without an answer the copy is shown. */
export const READ_CACHE = { prefix: 'reads-', maxEntries: 10, maxAgeSeconds: 43_200, patienceSeconds: 10 }
/** A new version takes over when no page has asked for anything for so long; asked for in any case after `patienceMs`. */
export const QUIET = { ms: 400, patienceMs: 5_000 }
/** When a copy of that cache was made (ISO, UTC): what tells it from an answer. */
export const KEPT_AT = 'x-kept-at'
/** How many rows there are in all, beside a list without pages; of which a request gives so many at most (doc 1 §7, domain.md 0.2). */
export const TOTAL_COUNT = 'x-total-count'
export const WHOLE_LIST = 1_000
/** Limits of an upload (domain.md 0.5). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_FILES = 10
/** Where browsers tell of errors, from below all resources, and what kinds there are (domain.md 8.10). */
export const ERROR_REPORTS = '/client-errors'
export const errorKinds = ['download', 'error', 'rejection', 'worker', 'page'] as const
export type ErrorKind = (typeof errorKinds)[number]
