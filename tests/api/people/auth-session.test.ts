import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '../../../server/db/schema/core/accounts.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { atTime, type Caller, PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
/** Renews with this cookie and handle; gives the status, the new token and the new cookie. */
async function renew({ app }: World, cookie: string | undefined, handle: string | undefined) {
  const answer = await app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/refresh`,
    payload: handle === undefined ? {} : { handle },
    ...(cookie !== undefined && { cookies: { rt: cookie } }),
  })
  const fresh = answer.cookies.find(({ name }) => name === 'rt')
  return {
    status: answer.statusCode,
    token: answer.json().data?.token as string,
    code: answer.json().code as unknown,
    cookie: fresh?.value ?? '',
    sent: fresh,
  }
}
const me = (world: World, token: string) =>
  world.app.inject({ url: `${API_BASE}/auth/me`, headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.statusCode)

test('renewing needs the cookie and the handle of one session, and replaces the cookie', () =>
  atTime(async (world, clock) => {
    const rete = await world.as('rete')
    const other = await world.as('stazione')
    const cookie = rete.cookies.rt!
    expect((await renew(world, undefined, rete.handle)).status).toBe(401)
    expect((await renew(world, cookie, undefined)).status).toBe(422)
    expect((await renew(world, cookie, other.handle)).status).toBe(401)
    expect((await renew(world, cookie, 'A'.repeat(43))).status).toBe(401)
    clock.now += 10 * MINUTE
    const renewed = await renew(world, cookie, rete.handle)
    expect(renewed.status).toBe(200)
    expect(renewed.cookie).not.toBe(cookie)
    expect(renewed.sent).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(await me(world, renewed.token)).toBe(200)
    expect(await me(world, rete.token!), 'the token before stays good for its time').toBe(200)
    clock.now += 6 * MINUTE
    expect(await me(world, rete.token!), 'a token lives fifteen minutes').toBe(401)
    expect(await me(world, renewed.token)).toBe(200)
  }))

test('whose rights are changed has no session any more, and the next renewal says why', () =>
  atTime(async (world, clock) => {
    const [admin, ugo] = [await world.as('admin'), await world.as('autista')]
    const { id: _, ...before } = (await admin.get(`/users/${ugo.user_id}`)).body.data
    clock.now += MINUTE
    expect((await admin.put(`/users/${ugo.user_id}`, { ...before, permissions: ['ticket_user'] })).status).toBe(200)
    expect(await me(world, ugo.token!)).toBe(401)
    const refused = await renew(world, ugo.cookies.rt!, ugo.handle)
    expect([refused.status, refused.code, refused.token]).toEqual([401, 'rights_changed', undefined])
    // A stolen handle alone learns nothing.
    expect((await renew(world, admin.cookies.rt!, ugo.handle)).code).toBeUndefined()
    await world.db.update(users).set({ enabled: 0 }).where(eq(users.id, ugo.user_id))
    expect((await renew(world, ugo.cookies.rt!, ugo.handle)).code, 'who is disabled is not told to sign in').toBeUndefined()
  }))

test('the cookie of a stranger with the right handle ends the session', () =>
  atTime(async (world) => {
    const [rete, other] = [await world.as('rete'), await world.as('stazione')]
    expect((await renew(world, other.cookies.rt!, rete.handle)).status).toBe(401)
    expect(await me(world, rete.token!)).toBe(401)
    expect(await me(world, other.token!)).toBe(200)
  }))

test('a lost answer does not sign a person out: the cookie before is taken for a minute', () =>
  atTime(async (world, clock) => {
    const rete = await world.as('rete')
    const first = rete.cookies.rt!
    await renew(world, first, rete.handle)
    clock.now += 30_000
    const again = await renew(world, first, rete.handle)
    expect(again.status).toBe(200)
    clock.now += 29_000
    expect((await renew(world, first, rete.handle)).status, 'still within the minute').toBe(200)
    clock.now += 2_000
    expect((await renew(world, first, rete.handle)).status, 'the minute is not prolonged by using it').toBe(401)
  }))

test('a page reads before it has a token, by cookie and handle of one session: nothing else, and not for longer than it would be renewed', () =>
  atTime(async (world, clock) => {
    const [rete, other] = [await world.as('rete'), await world.as('stazione')]
    const open = async (
      cookie: string | undefined,
      handle: string,
      url = '/stations',
      method: 'GET' | 'POST' | 'PUT' = 'GET',
      more = {},
    ) => {
      const headers = { 'x-session-handle': handle, ...more }
      const answer = await world.app.inject({ method, url: API_BASE + url, headers, ...(cookie && { cookies: { rt: cookie } }) })
      return answer.statusCode
    }
    const [cookie, handle] = [rete.cookies.rt!, rete.handle!]
    expect(await open(undefined, handle)).toBe(401)
    expect(await open(cookie, other.handle!)).toBe(401)
    expect(await open(cookie, 'A'.repeat(43))).toBe(401)
    expect(await open(cookie, '')).toBe(401)
    expect(await open(cookie, handle, '/stations', 'GET', { authorization: 'Bearer x' }), 'a bad token is not made good').toBe(401)
    expect(await open(cookie, handle, '/banks', 'POST'), 'nothing is written so').toBe(401)
    expect(await open(cookie, handle, '/users'), 'who may not, may not').toBe(403)
    expect(await open(cookie, handle)).toBe(200)
    const renewed = await renew(world, cookie, handle)
    expect(await open(cookie, handle), 'the renewal may be ahead of it').toBe(200)
    clock.now += 61_000
    expect(await open(cookie, handle)).toBe(401)
    expect(await open(renewed.cookie, handle), 'a session is ended by renewals alone').toBe(200)
    clock.now += 60 * MINUTE
    expect(await open(renewed.cookie, handle), 'idle for an hour').toBe(401)
    const again = await world.as('rete')
    await world.db.update(users).set({ enabled: 0 }).where(eq(users.email, 'rete@demo.example.it'))
    expect(await open(again.cookies.rt!, again.handle!)).toBe(401)
  }))

test('two renewals that cross, in whatever order they are heard and answered, leave a good session', () =>
  atTime(async (world, clock) => {
    const orders = [
      [0, 1],
      [1, 0],
    ] as const
    for (const answered of orders)
      for (const lost of [undefined, 0, 1]) {
        const rete = await world.as('rete')
        // Both leave with the cookie of the browser as it was.
        const answers = [await renew(world, rete.cookies.rt!, rete.handle), await renew(world, rete.cookies.rt!, rete.handle)]
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        // The browser keeps what it hears last.
        const [last] = answered.filter((n) => n !== lost).slice(-1)
        clock.now += 10 * MINUTE
        const next = await renew(world, answers[last!]!.cookie, rete.handle)
        expect(next.status, `answers ${answered}, lost ${lost}`).toBe(200)
        clock.now += 10 * MINUTE
        expect((await renew(world, next.cookie, rete.handle)).status).toBe(200)
      }
  }))

test('a cookie used again after its minute, or two renewals later, ends the session for everybody', () =>
  atTime(async (world, clock) => {
    for (const steps of [1, 2]) {
      const rete = await world.as('rete')
      const stolen = rete.cookies.rt!
      let mine = await renew(world, stolen, rete.handle)
      if (steps === 2) mine = await renew(world, mine.cookie, rete.handle)
      clock.now += steps === 1 ? 61_000 : 1_000
      expect((await renew(world, stolen, rete.handle)).status).toBe(401)
      expect(await me(world, mine.token), 'tokens end with the session').toBe(401)
      expect((await renew(world, mine.cookie, rete.handle)).status).toBe(401)
    }
  }))

test('a session ends by idleness and by age; a remembered one later', () =>
  atTime(async (world, clock) => {
    const sign = async (remember: boolean) => {
      const answer = await (await world.as()).post('/auth/login', { email: 'rete@demo.example.it', password: PASSWORD, remember })
      return { handle: answer.body.data.handle, cookie: answer.cookies.find(({ name }) => name === 'rt')!.value }
    }
    const HOUR = 60 * MINUTE
    for (const [remember, idle, absolute] of [
      [false, HOUR, 12 * HOUR],
      [true, 24 * HOUR, 168 * HOUR],
    ] as const) {
      const idler = await sign(remember)
      clock.now += idle + 1000
      expect((await renew(world, idler.cookie, idler.handle)).status).toBe(401)
      const worker = await sign(remember)
      const start = clock.now
      let { cookie } = worker
      while (clock.now + idle / 2 < start + absolute) {
        clock.now += idle / 2
        const renewed = await renew(world, cookie, worker.handle)
        expect(renewed.status).toBe(200)
        cookie = renewed.cookie
      }
      clock.now = start + absolute + 1000
      expect((await renew(world, cookie, worker.handle)).status).toBe(401)
    }
  }))

test('token, cookie before and session end to the millisecond', () =>
  atTime(async (world, clock) => {
    const HOUR = 60 * MINUTE
    const start = clock.now
    const statusAt = async (later: number, ask: () => Promise<number>) => {
      clock.now = start + later
      return ask()
    }
    const rete = await world.as('rete')
    const token = () => me(world, rete.token!)
    expect([await statusAt(15 * MINUTE - 1, token), await statusAt(15 * MINUTE, token)]).toEqual([200, 401])
    clock.now = start
    for (const [later, status] of [
      [MINUTE, 200],
      [MINUTE + 1, 401],
    ] as const) {
      clock.now = start
      const one = await world.as('rete')
      await renew(world, one.cookies.rt!, one.handle)
      const before = async () => (await renew(world, one.cookies.rt!, one.handle)).status
      expect(await statusAt(later, before), `the cookie before, after ${later} ms`).toBe(status)
    }
    for (const [later, status] of [
      [HOUR - 1, 200],
      [HOUR, 401],
    ] as const) {
      clock.now = start
      const idle = await world.as('rete')
      expect(await statusAt(later, async () => (await renew(world, idle.cookies.rt!, idle.handle)).status), 'idle').toBe(status)
    }
  }))

test('a token is taken whole, as it is written, and nothing around it', () =>
  atTime(async (world) => {
    const { token } = await world.as('rete')
    const status = async (authorization: string) =>
      (await world.app.inject({ url: `${API_BASE}/auth/me`, headers: { authorization } })).statusCode
    expect(await status(`Bearer ${token}`)).toBe(200)
    for (const wrong of [
      `${token}`,
      `xBearer ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token!.slice(1)}`,
      `Bearer ${token} x`,
      `Bearer  ${token}`,
    ])
      expect(await status(wrong), wrong.replace(token!, '…')).toBe(401)
  }))

test('signing out ends this session only, token and cookie', () =>
  atTime(async (world) => {
    const [here, there] = [await world.as('rete'), await world.as('rete')]
    const answer = await here.post('/auth/logout')
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(await me(world, here.token!)).toBe(401)
    expect((await renew(world, here.cookies.rt!, here.handle)).status).toBe(401)
    expect(await me(world, there.token!)).toBe(200)
  }))

test('a disabled or deleted user is out at the next request, on every device', () =>
  atTime(async (world) => {
    for (const change of [{ enabled: 0 }, { deleted_at: new Date().toISOString(), enabled: 1 }]) {
      const people = [await world.as('rete'), await world.as('rete')]
      await world.db.update(users).set(change).where(eq(users.id, people[0]!.user_id))
      for (const { token, handle, cookies } of people) {
        expect(await me(world, token!)).toBe(401)
        expect((await renew(world, cookies.rt!, handle)).status).toBe(401)
      }
      await world.db.update(users).set({ enabled: 1, deleted_at: null }).where(eq(users.id, people[0]!.user_id))
      await world.db.delete(sessions)
    }
  }))

test('a right taken away is gone at the next request, one given is there', () =>
  atTime(async (world) => {
    const conti = await world.as('contabilita')
    const roles = (list: ('accounting' | 'inspection')[]) => world.db.update(users).set({ roles: list }).where(eq(users.id, conti.user_id))
    expect((await conti.get('/banks')).status).toBe(200)
    await roles(['inspection'])
    expect((await conti.get('/banks')).status).toBe(403)
    await roles(['accounting'])
    expect((await conti.get('/banks')).status).toBe(200)
  }))

test('changing the password asks for the present one, ends every session and lets only the new one in', () =>
  atTime(async (world, clock) => {
    const [here, there] = [await world.as('rete'), await world.as('rete')]
    const next = 'cavallo batteria graffetta'
    const change = (who: Caller, body: Record<string, string>) =>
      who.put('/users/password', { password_confirmation: body.password, ...body })
    expect((await change(here, { current_password: 'sbagliata', password: next })).body.error).toEqual({
      current_password: 'La password attuale non è corretta.',
    })
    expect((await change(here, { current_password: PASSWORD, password: 'corta' })).body.error).toEqual({
      password: 'La password deve avere almeno 15 caratteri.',
    })
    expect((await change(here, { current_password: PASSWORD, password: next, password_confirmation: 'altro' })).body.error).toEqual({
      password_confirmation: 'Il campo Conferma password non corrisponde.',
    })
    expect((await change(here, { current_password: PASSWORD, password: PASSWORD })).status).toBe(422)
    expect(await me(world, there.token!)).toBe(200)
    const changed = await change(here, { current_password: PASSWORD, password: next })
    expect([changed.status, changed.body.message]).toEqual([200, 'Password modificata. Esci e accedi nuovamente.'])
    for (const { token, cookies, handle } of [here, there]) {
      expect(await me(world, token!)).toBe(401)
      expect((await renew(world, cookies.rt!, handle)).status).toBe(401)
    }
    clock.now += 30 * MINUTE
    const login = async (password: string) =>
      (await (await world.as()).post('/auth/login', { email: 'rete@demo.example.it', password })).status
    expect(await login(PASSWORD)).toBe(422)
    expect(await login(next)).toBe(200)
    expect((await world.mails()).map(({ subject }) => subject)).toEqual(['La tua password è stata modificata'])
  }))
