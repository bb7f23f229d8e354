// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { banks } from '../../src/contract/banks/banks.ts'
import { inspections } from '../../src/contract/inspections/inspections.ts'
import { lock } from '../../src/lib/lock.ts'
import { query, queryClient } from '../../src/lib/query.ts'
import { expireSession, session } from '../../src/lib/session.ts'
import '../../src/app/purge.ts'

/** The server's data, and the requests it received. */
const server = { tag: 'W/"1"', banks: [{ id: 1, name: 'Banca Uno' }] }
const asked: (string | null)[] = []
const page = () => ({ data: { data: server.banks, last_page: 1, current_page: 1, per_page: 15, total: server.banks.length } })
const fetched = vi.fn(async (_url: string, init: RequestInit) => {
  const told = new Headers(init.headers).get('if-none-match')
  asked.push(told)
  if (told === server.tag) return new Response(null, { status: 304 })
  return Response.json(page(), { headers: { etag: server.tag } })
})
const list = query(banks.list, {})
const read = async () => {
  await queryClient.fetchQuery({ ...list, staleTime: 0 })
  return queryClient.getQueryData(list.queryKey)!
}
const profile = { id: 1, name: 'P', email: 'p@example.it', scope: ['accounting'], permissions: [], all_stations: false, demo: true }

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  session.set({ user: profile, stamp: 's' })
  asked.length = 0
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('what has not changed comes back as the very same data', async () => {
  const first = await read()
  expect(await read()).toBe(first)
  expect(asked).toEqual([null, 'W/"1"'])
  Object.assign(server, { tag: 'W/"2"', banks: [...server.banks, { id: 2, name: 'Banca Due' }] })
  const second = await read()
  expect(second.total).toBe(2)
  expect(await read()).toBe(second)
  // Other data changed, not these: the tag is the new one's, the data stay the old ones.
  server.tag = 'W/"3"'
  expect(await read()).toBe(second)
  await read()
  expect(asked.slice(2)).toEqual(['W/"1"', 'W/"2"', 'W/"2"', 'W/"3"'])
})

test('a lock and the end of a session take the tags along', async () => {
  for (const forget of [lock, expireSession]) {
    session.set({ user: profile, stamp: 's' })
    await read()
    await forget()
    session.set({ user: profile, stamp: 's' })
    asked.length = 0
    await read()
    expect(asked).toEqual([null])
  }
})

test('what the service worker keeps is always asked for whole: each answer renews its copy', async () => {
  session.set({ user: { ...profile, scope: ['inspection'] }, stamp: 's' })
  const kept = { ...query(inspections.list, {}), staleTime: 0 }
  await queryClient.fetchQuery(kept)
  await queryClient.fetchQuery(kept)
  expect(asked).toEqual([null, null])
})
