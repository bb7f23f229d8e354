import { expect, test } from 'vitest'
import { requestStatuses } from '../../src/contract/gpl/words.ts'
import * as constants from '../../src/contract/kernel/constants.ts'

test('the states of a GPL request have their documented words', () => {
  expect(requestStatuses).toEqual({
    CREATED: 'Creato',
    WAITING_COURSE: 'In attesa corso',
    COMPLETED: 'Completato',
    REJECTED: 'Annullato',
  })
})

test('times, widths and sizes are the documented ones', () => {
  expect(constants).toMatchObject({
    API_BASE: '/api/v1',
    DOWNLOAD_TIMEOUT_MS: 60_000,
    IDLE_PREFETCH_MS: 2_000,
    NOTIFICATION_MS: 10_000,
    LOADING_BAR: { throttleMs: 200, durationMs: 5_000, hideDelayMs: 500, heightPx: 2 },
    DRAWER_WIDTH: { small: '100%', medium: 370, large: 325 },
    READ_CACHE: { maxEntries: 10, maxAgeSeconds: 43_200 },
  })
})
