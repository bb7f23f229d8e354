// @vitest-environment jsdom
import '../setup-dom.ts'
import { hashKey } from '@tanstack/react-query'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchPersistence } from '../../src/app/persistence.ts'
import { watchPurge } from '../../src/app/purge.ts'
import '../../src/features/inspections/field-store.ts'
import { fuels } from '../../src/contract/stations/fuels.ts'
import { ApiError } from '../../src/lib/api-error.ts'
import { forgetSession, keepSession, keptSession, type Profile } from '../../src/lib/device.ts'
import { FIELD_DB, KEPT_READS } from '../../src/lib/purge.ts'
import { query, queryClient } from '../../src/lib/query.ts'
import { bootSession, expireSession, logout, onPurge, renewToken, session } from '../../src/lib/session.ts'
import { roomOf } from '../../src/lib/storage-space.ts'

const HOUR = 3_600_000
const profile = (id: number, change: Partial<Profile> = {}): Profile => ({
  id,
  name: `P${id}`,
  email: `p${id}@example.it`,
  scope: ['inspection'],
  permissions: [],
  all_stations: false,
  demo: true,
  ...change,
})
/** Browser features that jsdom lacks. */
const copies = new Set<string>()
vi.stubGlobal('caches', { keys: async () => [...copies], delete: async (name: string) => copies.delete(name) })

const UNSENT = ['piazzale-outbox-1', 'piazzale-outbox-2', 'piazzale-drafts-1']
async function plant() {
  for (const name of [...UNSENT, `${FIELD_DB}1`, `${FIELD_DB}2`, 'workbox-expiration']) {
    const db = new Dexie(name)
    db.version(1).stores({ rows: 'id' })
    await db.table('rows').put({ id: 'CANARY' })
    db.close()
  }
  for (const user of [1, 2]) {
    localStorage.setItem(KEPT_READS + user, 'CANARY')
    copies.add(`reads-${user}`)
  }
  queryClient.setQueryData(['banks', 'banks.list', {}], 'CANARY')
}
/** Data on the device that could be fetched again, by the id of its user. */
const held = async () =>
  [...copies, ...Object.keys(localStorage), ...(await Dexie.getDatabaseNames())]
    .filter((name) => /^(reads-|piazzale-reads-|piazzale-field-)/.test(name))
    .sort()
const unsentRows = () =>
  Promise.all(
    UNSENT.map(async (name) => {
      const db = await new Dexie(name).open()
      const rows = await db.table('rows').count()
      db.close()
      return rows
    }),
  )
const answers = new Map<string, () => Response>()
const json = (data: unknown, status = 200) => new Response(JSON.stringify({ data }), { status })
vi.stubGlobal('fetch', async (url: string) => answers.get(url.replace('/api/v1', ''))?.() ?? json({}, 401))

async function signedIn(confirmed = Date.now(), who = profile(1)) {
  await keepSession({ handle: 'h', stamp: 's', profile: who, confirmed })
  await bootSession()
}
beforeEach(plant)
afterEach(async () => {
  vi.useRealTimers()
  session.set({ user: null })
  await forgetSession('s')
  queryClient.clear()
  answers.clear()
  expect(await unsentRows()).toEqual([1, 1, 1])
})
const gone = async () => {
  expect(await held()).toEqual([])
  expect(queryClient.getQueryData(['banks', 'banks.list', {}])).toBeUndefined()
}
async function within2s(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  expect(performance.now() - start).toBeLessThan(2_000)
  await gone()
}

describe('all that can be fetched again goes within two seconds, of every user, and unsent work stays', () => {
  test('at the sign-out', async () => {
    await signedIn()
    await plant()
    await within2s(logout)
    expect(await keptSession()).toBeUndefined()
  })
  test('when the server knows the session no more', async () => {
    await signedIn()
    await plant()
    await within2s(expireSession)
  })
  test('when the person has other roles than before, and the new ones are taken', async () => {
    await signedIn()
    await plant()
    answers.set('/auth/refresh', () => json({ token: 't', expires_at: new Date(Date.now() + HOUR), handle: 'h', user_id: 1 }))
    const purges = vi.fn()
    onPurge.add(purges)
    const same = vi.fn(() => json(profile(1)))
    answers.set('/auth/me', same)
    await renewToken()
    await vi.waitFor(() => expect(same).toHaveBeenCalled(), 20_000)
    expect(await held()).toHaveLength(6)
    answers.set('/auth/me', () => json(profile(1, { scope: ['worker'] })))
    await within2s(async () => {
      await renewToken()
      await vi.waitFor(gone, 20_000)
    })
    onPurge.delete(purges)
    // The renewals before it, which found the same rights, let go of nothing: once is all.
    expect(purges.mock.calls).toEqual([[true]])
    expect(session.get().user?.scope).toEqual(['worker'])
    expect((await keptSession())?.profile.scope).toEqual(['worker'])
  })
  test('12 hours after the last contact, without a network', async () => {
    await signedIn()
    await plant()
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
    watchPurge()
    await vi.advanceTimersByTimeAsync(12 * HOUR - 60_000)
    expect(await held()).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(120_000)
    vi.useRealTimers()
    await vi.waitFor(gone, 20_000)
    expect(session.get().user?.id).toBe(1)
  })
})

describe('at the start, before anything is shown', () => {
  beforeEach(() => queryClient.clear())
  test('where nobody is signed in: everything', async () => {
    await within2s(bootSession)
    expect(session.get().user).toBeNull()
  })
  test('after 12 hours without a word of the server: everything; the person stays', async () => {
    await within2s(() => signedIn(Date.now() - 12 * HOUR))
    expect(session.get().user?.id).toBe(1)
  })
  test('else: what is of others', async () => {
    await signedIn(Date.now() - 11 * HOUR)
    expect(await held()).toEqual(['piazzale-field-1', 'piazzale-reads-1', 'reads-1'])
  })
})

test('a session that another tab ended or replaced is over here too, when the page is looked at again', async () => {
  watchPurge()
  await signedIn()
  await keepSession({ handle: 'h2', stamp: 's2', profile: profile(2), confirmed: Date.now() })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(session.get().user).toBeNull(), 20_000)
  expect((await keptSession())?.stamp).toBe('s2')
  await forgetSession('s2')
})

test('what the next visit begins with is written for the person at the device alone, and only what is on the list', async () => {
  await signedIn()
  localStorage.clear()
  await watchPersistence()
  const read = (name: string) =>
    queryClient.fetchQuery({ ...query(fuels.suggest, {}), queryFn: () => [{ id: 1, name }] as never, staleTime: 0 })
  await read('Benzina')
  queryClient.setQueryData(['banks', 'banks.list', {}], 'CANARY')
  await vi.waitFor(() => expect(localStorage.getItem(`${KEPT_READS}1`)).toContain('Benzina'), 20_000)
  await read('Gasolio')
  session.set({ user: profile(2) })
  queryClient.clear()
  await read('AdBlue')
  // Written after "Gasolio" would have been.
  await vi.waitFor(() => expect(localStorage.getItem(`${KEPT_READS}2`)).toContain('AdBlue'), 20_000)
  expect(localStorage.getItem(`${KEPT_READS}2`)).not.toMatch(/Benzina|Gasolio/)
  expect(localStorage.getItem(`${KEPT_READS}1`)).not.toContain('Gasolio')
  expect(JSON.stringify(Object.values(localStorage))).not.toContain('CANARY')
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

test('a read whose renewal found no server stays for every later visit; one that the server takes back does not', async () => {
  await signedIn()
  localStorage.clear()
  await watchPersistence()
  const asked = query(fuels.suggest, {})
  const read = (queryFn: () => Promise<never>) => queryClient.fetchQuery({ ...asked, queryFn, staleTime: 0 }).catch(() => undefined)
  const kept = () => JSON.parse(localStorage.getItem(`${KEPT_READS}1`) ?? '{}').clientState?.queries ?? []
  await read(async () => [{ id: 1, name: 'Benzina' }] as never)
  await vi.waitFor(() => expect(kept()).toHaveLength(1), 20_000)
  await read(() => Promise.reject(new ApiError(0, 'Nessuna connessione.')))
  expect(queryClient.getQueryState(asked.queryKey)?.status).toBe('error')
  // Writes are throttled: another read shows that the failed one has been written.
  const other = query(fuels.suggest, { search: 'x' } as never)
  await queryClient.fetchQuery({ ...other, queryFn: async () => [] as never })
  await vi.waitFor(() => expect(kept()).toHaveLength(2), 20_000)
  const first = kept().find(({ queryHash }: { queryHash: string }) => queryHash === hashKey(asked.queryKey))
  expect(first.state).toMatchObject({ status: 'success', error: null, data: [{ id: 1, name: 'Benzina' }] })
  await read(() => Promise.reject(new ApiError(403, 'Non autorizzato')))
  await vi.waitFor(() => expect(kept().map(({ queryHash }: { queryHash: string }) => queryHash)).toEqual([hashKey(other.queryKey)]), 20_000)
})
