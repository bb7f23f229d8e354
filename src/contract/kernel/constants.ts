/** Constants shared by client, service worker and server. Times are in milliseconds unless the name says otherwise. Source: docs/spec/api.md#constants */
export const API_BASE = '/api/v1'
export const DOWNLOAD_TIMEOUT_MS = 60_000
/** Header with the session handle. Together with the cookie it replaces the token for reads made before a page has one (`authenticate.ts`). */
export const SESSION_HANDLE_HEADER = 'x-session-handle'
/** Timeout of a read. A slower answer means that the connection is dead. */
export const READ_TIMEOUT_MS = 60_000
export const IDLE_PREFETCH_MS = 2_000
export const NOTIFICATION_MS = 10_000
export const LOADING_BAR = { throttleMs: 200, durationMs: 5_000, hideDelayMs: 500, heightPx: 2 }
export const DRAWER_WIDTH = { small: '100%', medium: 370, large: 325 }
/** Read cache of the service worker: network first, 10 entries, 12 hours. After 10 s without an answer the copy is shown. */
export const READ_CACHE = { prefix: 'reads-', maxEntries: 10, maxAgeSeconds: 43_200, patienceSeconds: 10 }
/** A new version takes over once no page has sent a request for `ms`, at the latest after `patienceMs`. */
export const UPDATE_PAUSE = { ms: 400, patienceMs: 5_000 }
/** Header that the service worker adds to a cached copy: the ISO instant when it was stored. */
export const CACHED_AT_HEADER = 'x-kept-at'
/** Header with the number of rows in all for a list without pages, and the most rows that such a list returns. */
export const TOTAL_COUNT_HEADER = 'x-total-count'
export const MAX_UNPAGED_ROWS = 1_000
/** Limits of an upload. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_FILES = 10
/** Path to which browsers report errors, and the kinds of errors. Declared here, because the code that reports stands below all resources. */
export const ERROR_REPORTS = '/client-errors'
export const errorKinds = ['download', 'error', 'rejection', 'worker', 'page'] as const
export type ErrorKind = (typeof errorKinds)[number]
/** What a device's clock says when it sends something: moments it has noted are put right by it. */
export const DEVICE_TIME_HEADER = 'x-device-time'
