// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { banks } from '../../src/contract/banks/banks.ts'
import { AccessError, guard } from '../../src/lib/access.ts'
import { call } from '../../src/lib/api.ts'
import { forgetSession, keepLocked, keepSession, keptSession, type Profile } from '../../src/lib/device.ts'
import type { DeviceKey } from '../../src/lib/device-key.ts'
import { takeEarlyRead } from '../../src/lib/early-read.ts'
import {
  bootSession,
  can,
  expireSession,
  followDevice,
  freshToken,
  logout,
  onPurge,
  onSessionEnd,
  renewToken,
  session,
  sessionOver,
  startLocal,
  startSession,
} from '../../src/lib/session.ts'

const anna: Profile = { id: 7, name: 'A', email: '', scope: ['inspection'], permissions: [], all_stations: false, demo: true }
const asked: { url: string; init: RequestInit }[] = []
let profile: Profile | undefined
let refresh: () => Promise<Response> | Response
let count = 0
const answer = (seconds = 3_600) => ({
  token: `t${++count}`,
  expires_at: new Date(Date.now() + seconds * 1_000).toISOString(),
  handle: `h${count}`,
  user_id: 7,
  device_key: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc',
})
const before = vi.fn(async (_: unknown, key: DeviceKey | undefined) => key)
const json = (data: unknown, status = 200) => new Response(JSON.stringify({ data }), { status })
vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
  const url = address.replace('/api/v1', '')
  asked.push({ url, init })
  if (url === '/auth/me') return profile ? json(profile) : json({}, 503)
  return url === '/auth/refresh' ? refresh() : json({})
})
const urls = () => asked.map(({ url }) => url)
const refreshes = () => asked.filter(({ url }) => url === '/auth/refresh')

const ends: string[] = []
const purges: boolean[] = []
onSessionEnd.add((reason) => void ends.push(reason))
onPurge.add((staying) => void purges.push(staying))
beforeEach(() => {
  profile = anna
  refresh = () => json(answer())
})
afterEach(async () => {
  await logout()
  await forgetSession((await keptSession())?.stamp)
  for (const list of [asked, ends, purges]) list.length = 0
})

test('a page asks for its list with its first token, not after it; behind a lock it asks for nothing', async () => {
  history.replaceState(null, '', '/verifiche')
  const lists = () =>
    asked.filter(({ url }) => url === '/inspection').map(({ init }) => (init.headers as Record<string, string>)['x-session-handle'])
  const taken = () => takeEarlyRead('/api/v1/inspection', undefined, new AbortController().signal)
  const given = answer()
  await startSession(given, before)
  await bootSession()
  expect(lists()).toEqual([given.handle])
  taken()
  await keepLocked(true)
  asked.length = 0
  await bootSession()
  expect(lists()).toEqual([])
  history.replaceState(null, '', '/')
})

test('who signs in is known with name and rights, and kept for the next start', async () => {
  await startSession(answer(), before)
  expect(session.get()).toMatchObject({ user: anna })
  expect(asked[0]!.init.headers).toEqual({ authorization: `Bearer t${count}` })
  expect(await keptSession()).toMatchObject({ handle: `h${count}`, stamp: session.get().stamp, profile: anna })
  expect((await keptSession())!.confirmed).toBeGreaterThan(Date.now() - 10_000)
  expect(purges, 'who comes first finds nothing to take away').toEqual([])
  asked.length = 0
  expect(await freshToken()).toBe(`t${count}`)
  expect(asked).toEqual([])
})
test('without a profile nobody is signed in', async () => {
  profile = undefined
  await expect(startSession(answer(), before)).rejects.toThrow('Profilo non disponibile')
  expect(session.get().user ?? null).toBeNull()
  expect(await keptSession()).toBeUndefined()
})
test('somebody else who takes over finds nothing that was fetched before; the same person does', async () => {
  await startSession(answer(), before)
  await startSession(answer(), before)
  expect(purges).toEqual([])
  profile = { ...anna, id: 8 }
  await startSession(answer(), before)
  expect(purges).toEqual([false])
})
test('should the server give another key, the one this device had stays behind it for the same person, and goes for another', async () => {
  const [seven, nine] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)]
  await startSession(answer(), before)
  expect(session.get().deviceKey).toEqual(seven)
  await startSession({ ...answer(), device_key: 'CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk' }, before)
  expect(session.get().deviceKey).toEqual(new Uint8Array([...nine, ...seven]))
  expect([...(await keptSession())!.deviceKey!]).toEqual([...nine, ...seven])
  profile = { ...anna, id: 8 }
  await startSession(answer(), before)
  expect(session.get().deviceKey).toEqual(seven)
})

test('a server that is older than the key lets people in: without a key where the device has none, else with the one it had', async () => {
  const { device_key: _, ...older } = answer()
  await startSession(older, before)
  expect(session.get()).toMatchObject({ user: anna, deviceKey: undefined })
  expect(await keptSession()).toMatchObject({ handle: older.handle, deviceKey: undefined })
  await startSession(answer(), before)
  const key = session.get().deviceKey
  expect(key).toEqual(new Uint8Array(32).fill(7))
  await startSession(older, before)
  expect(session.get().deviceKey, 'what is typed goes on being encrypted').toEqual(key)
  profile = { ...anna, id: 8 }
  await startSession(older, before)
  expect(session.get().deviceKey, 'never with the key of somebody else').toBeUndefined()
})

test('what somebody has on its way while the next person signs in is sent in neither name', async () => {
  await startSession(answer(-60), before)
  let renewed = (_: Response) => {}
  refresh = () => new Promise((done) => (renewed = done))
  const reading = expect(call(banks.list, {})).rejects.toMatchObject({ status: 100 })
  await vi.waitFor(() => expect(refreshes()).toHaveLength(1))
  profile = { ...anna, id: 8 }
  await startSession(answer(), before)
  renewed(json(answer()))
  await reading
  expect(urls().filter((url) => url.startsWith('/banks'))).toEqual([])
})
test('until the session is the next person’s, nothing is sent with their token', async () => {
  const first = answer()
  await startSession(first, before)
  profile = { ...anna, id: 8 }
  await startSession(answer(), async (_, key) => {
    await call(banks.list, {})
    return key
  })
  const sent = asked.filter(({ url }) => url.startsWith('/banks'))
  expect(sent.map(({ init }) => (init.headers as Record<string, string>).authorization)).toEqual([`Bearer ${first.token}`])
})

test('a token is renewed from half a minute before its end, by the handle, once for all who ask', async () => {
  await startSession(answer(31), before)
  asked.length = 0
  const first = count
  expect(await freshToken()).toBe(`t${first}`)
  await startSession(answer(29), before)
  asked.length = 0
  const handle = `h${count}`
  const [one, other] = await Promise.all([freshToken(), freshToken()])
  expect([one, other]).toEqual([`t${count}`, `t${count}`])
  expect(refreshes()).toHaveLength(1)
  expect(refreshes()[0]!.init).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle }),
  })
  await renewToken()
  expect(refreshes()[1]!.init.body, 'each renewal gives the next handle').toBe(JSON.stringify({ handle: `h${count - 1}` }))
})
test('only the server itself says that a session is over: trouble on the way throws, a refusal gives no token', async () => {
  await startSession(answer(), before)
  for (const status of [500, 502, 503, 408, 429]) {
    refresh = () => json({}, status)
    await expect(renewToken()).rejects.toThrow(`/auth/refresh: ${status}`)
  }
  for (const status of [401, 400, 422]) {
    refresh = () => json({}, status)
    expect(await renewToken()).toBeUndefined()
  }
  refresh = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(renewToken()).rejects.toThrow('Failed to fetch')
  expect(session.get().user).toEqual(anna)
})
test('nobody renews for nobody', async () => {
  await bootSession()
  asked.length = 0
  expect(await renewToken()).toBeUndefined()
  expect(asked).toEqual([])
  await startSession(answer(), before)
  await startLocal({ profile: anna, confirmed: 5 }, undefined)
  asked.length = 0
  expect(await freshToken(), 'who came in without a network has no token').toBeUndefined()
  expect(asked).toEqual([])
  expect(session.get()).toMatchObject({ user: anna, local: true })
  expect(await keptSession()).toMatchObject({ profile: anna, confirmed: 5 })
  expect((await keptSession())!.handle).toBeUndefined()
})
test('the tabs of a device renew one after the other', async () => {
  await startSession(answer(), before)
  const turns: string[] = []
  const request = vi.fn(async (name: string, work: () => Promise<unknown>) => {
    turns.push(name)
    await work()
  })
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  expect(await renewToken()).toBe(`t${count}`)
  refresh = () => json({}, 503)
  await expect(renewToken()).rejects.toThrow('503')
  expect(turns).toEqual(['piazzale-renew', 'piazzale-renew'])
  request.mockRejectedValueOnce(new Error('no lock'))
  await expect(renewToken()).rejects.toThrow('no lock')
  Reflect.deleteProperty(navigator, 'locks')
})
test('a renewal that finds other words about the person keeps them; other rights let go of what was fetched under the old', async () => {
  await startSession(answer(), before)
  const { stamp } = session.get()
  profile = { ...anna, name: 'Anna', scope: [...anna.scope] }
  await renewToken()
  await vi.waitFor(() => expect(session.get().user?.name).toBe('Anna'), 20_000)
  expect(purges).toEqual([])
  profile = { ...profile, all_stations: true }
  await renewToken()
  await vi.waitFor(() => expect(purges).toEqual([true]), 20_000)
  profile = { ...profile, permissions: ['show_payroll'] }
  await renewToken()
  await vi.waitFor(() => expect(purges).toEqual([true, true]), 20_000)
  profile = { ...profile, scope: ['worker'] }
  await renewToken()
  await vi.waitFor(() => expect(purges).toEqual([true, true, true]), 20_000)
  expect(session.get().stamp).toBe(stamp)
  expect((await keptSession())!.profile.scope).toEqual(['worker'])
  expect(can('auth')).toBe(true)
})
test('signing out tells the server, forgets the sign-in at once and everything fetched, once', async () => {
  await startSession(answer(), before)
  const token = count
  asked.length = 0
  const ending = Promise.all([logout(), logout()])
  const over = sessionOver()
  await ending
  await over
  expect(asked.filter(({ url }) => url === '/auth/logout')[0]).toMatchObject({
    init: { method: 'POST', headers: { authorization: `Bearer t${token}` }, keepalive: true },
  })
  expect([ends, purges]).toEqual([['logout'], [false]])
  expect([session.get().user, await keptSession(), await freshToken()]).toEqual([null, undefined, undefined])
  await expireSession()
  expect(ends, 'what is over does not end again').toEqual(['logout'])
})
test('a session that ran out says so to all who hold something of it', async () => {
  await startSession(answer(), before)
  await expireSession()
  expect(ends).toEqual(['expired'])
  expect(urls()).not.toContain('/auth/logout')
})
test('a tab that slept follows what others did: another sign-in ends its own, the same one does not', async () => {
  await startSession(answer(), before)
  await followDevice()
  expect(ends).toEqual([])
  await keepSession({ handle: 'x', stamp: 'another', profile: { ...anna, id: 8 }, confirmed: Date.now() })
  await followDevice()
  expect(ends).toEqual(['elsewhere'])
  expect((await keptSession())!.stamp, 'the sign-in of the other stays').toBe('another')
  await followDevice()
  expect(ends).toEqual(['elsewhere'])
})
test('the app opens with who was here last, also without a network', async () => {
  await keepSession({ handle: 'h', stamp: 's', profile: anna, confirmed: Date.now() })
  refresh = () => Promise.reject(new TypeError('Failed to fetch'))
  const { kept, own } = await bootSession()
  expect(kept).toMatchObject({ handle: 'h' })
  expect(own).toBeUndefined()
  expect(session.get()).toEqual({ user: anna, stamp: 's', local: false })
  await keepSession({ stamp: 's', profile: anna, confirmed: Date.now() })
  await bootSession()
  expect(session.get().local).toBe(true)
})
test('a page of others is refused, with its words, and the session stays', async () => {
  session.set({ user: anna, stamp: 's' })
  expect(guard('auth')).not.toThrow()
  expect(guard('super')).toThrow(new AccessError('super'))
  expect(new AccessError('super')).toMatchObject({
    status: 401,
    message: 'Non hai le autorizzazioni necessari per visualizzare questa pagina',
  })
  session.set({ user: null })
  expect(can('auth')).toBe(false)
})
test('a page opens by one of its roles or one of its permissions; without either, and to who has none at all, it does not', () => {
  const opens = (scope: string[], permissions: Profile['permissions'] = []) => {
    session.set({ user: { ...anna, scope, permissions }, stamp: 's' })
    return can('users')
  }
  expect([opens(['worker', 'super-admin']), opens(['worker'], ['show_payroll', 'moderate_users']), opens([], ['moderate_users'])]).toEqual([
    true,
    true,
    true,
  ])
  expect([opens(['worker'], ['show_payroll']), opens([])]).toEqual([false, false])
  expect(guard('users')).toThrow(new AccessError('users'))
})
