// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPurge } from '../../src/app/purge.ts'
import '../../src/app/persistence.ts'
import '../../src/features/inspections/field-store.ts'
import { forgetSession, keepSession } from '../../src/lib/device.ts'
import { purgeFetched } from '../../src/lib/session.ts'
import { roomOf } from '../../src/lib/storage.ts'

const profile = { id: 1, name: 'A', email: 'a@example.it', scope: [], permissions: [], all_stations: false, demo: true }
const held = async () => [
  ...(await Dexie.getDatabaseNames()).filter((name) => name.startsWith('piazzale-field-')),
  ...Object.keys(localStorage).filter((name) => name.startsWith('piazzale-reads-')),
]
const outboxIsThere = async () => (await Dexie.getDatabaseNames()).includes('piazzale-outbox')
beforeEach(async () => {
  for (const name of ['piazzale-field-1', 'piazzale-field-2', 'piazzale-outbox']) {
    const db = new Dexie(name)
    db.version(1).stores({ rows: 'id' })
    await db.table('rows').put({ id: 'CANARY' })
    db.close()
  }
  localStorage.setItem('piazzale-reads-1', 'CANARY')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await forgetSession()
})

test('all that can be fetched again goes within two seconds, of every user; the outbox stays', async () => {
  expect(await held()).toHaveLength(3)
  const start = performance.now()
  await purgeFetched()
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(await held()).toEqual([])
  expect(await outboxIsThere()).toBe(true)
})

test('on the next start: nobody signed in, or a sign-in that the server has not confirmed for 12 hours', async () => {
  await watchPurge()
  expect(await held()).toEqual([])
  localStorage.setItem('piazzale-reads-1', 'CANARY')
  await keepSession({ handle: 'h', stamp: 's', profile, confirmed: Date.now() - 11 * 3_600_000 })
  await watchPurge()
  expect(await held()).toEqual(['piazzale-reads-1'])
  await keepSession({ handle: 'h', stamp: 's', profile, confirmed: Date.now() - 13 * 3_600_000 })
  await watchPurge()
  expect(await held()).toEqual([])
  expect(await outboxIsThere()).toBe(true)
})

test('room: warned under 200 MB or 15 % free, no photos under 50 MB', () => {
  const of = (usage: number | undefined, quota: number | undefined) => roomOf({ persistent: true, usage, quota })
  expect([of(undefined, undefined), of(0, 1e9), of(800e6, 1e9 - 1), of(9e9, 10e9), of(951e6, 1e9)]).toEqual([
    'ok',
    'ok',
    'low',
    'low',
    'full',
  ])
})
