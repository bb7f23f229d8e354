import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { newLink } from '../../../server/lib/core/sessions.ts'
import { atTime, PASSWORD, type World } from '../support/world.ts'

const MINUTE = 60_000
const EMAIL = 'rete@demo.example.it'
const NEXT = 'cavallo batteria graffetta'
const EXPIRED = 'Il link non è valido o è scaduto.'
const both = (password: string) => ({ password, password_confirmation: password })
/** The link of the newest mail that has one: mails waiting at the same time are sent in no fixed order. */
const linkIn = async ({ mails }: World) => {
  const links = (await mails()).flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
  return links.at(-1)!
}
const status = async (world: World, password: string) => (await (await world.as()).post('/auth/login', { email: EMAIL, password })).status

test('asking for a new password says the same to everybody, and writes only to who is there', () =>
  atTime(async (world) => {
    const nobody = await world.as()
    await world.db.update(users).set({ enabled: 0 }).where(eq(users.email, 'stazione@demo.example.it'))
    const answers = []
    for (const email of [EMAIL, 'mai.visto@demo.example.it', 'stazione@demo.example.it'])
      answers.push(await nobody.post('/auth/forgot-password', { email }))
    for (const { status: code, body } of answers) {
      expect(code).toBe(200)
      expect(body).toEqual({ message: "Se l'indirizzo è registrato riceverai un'email con le istruzioni." })
    }
    expect((await world.mails()).map(({ to }) => to)).toEqual([EMAIL])
    expect((await world.mails())[0]!.text).toContain('http://piazzale.test/auth/reset-password?token=')
    expect(await status(world, PASSWORD), 'nothing changes before the link is followed').toBe(200)
  }))

test('a reset link works once, for an hour, signs nobody in and ends every session', () =>
  atTime(async (world, clock) => {
    const rete = await world.as('rete')
    const nobody = await world.as()
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const token = await linkIn(world)
    for (const wrong of ['A'.repeat(43), token.toLowerCase(), `${token}A`, '']) {
      const { status: code, body } = await nobody.post('/auth/reset-password', { token: wrong, ...both(NEXT) })
      expect([code, JSON.stringify(body.error)]).toEqual([422, expect.stringContaining('Il link non è valido o è scaduto.')])
    }
    expect((await nobody.post('/auth/accept-invitation', { token, ...both(NEXT) })).body.error).toBe(EXPIRED)
    expect((await nobody.post('/auth/reset-password', { token, ...both('corta') })).body.error).toEqual({
      password: 'La password deve avere almeno 15 caratteri.',
    })
    const done = await nobody.post('/auth/reset-password', { token, ...both(NEXT) })
    expect([done.status, done.body.message, done.cookies]).toEqual([200, 'Password aggiornata. Ora puoi accedere.', []])
    expect((await rete.get('/auth/me')).status).toBe(401)
    expect((await nobody.post('/auth/reset-password', { token, ...both(`${NEXT} due`) })).body.error).toBe(EXPIRED)
    expect([await status(world, PASSWORD), await status(world, NEXT)]).toEqual([422, 200])
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const old = await linkIn(world)
    clock.now += 60 * MINUTE + 1000
    expect((await nobody.post('/auth/reset-password', { token: old, ...both(`${NEXT} tre`) })).body.error).toBe(EXPIRED)
    expect((await world.mails()).map(({ subject }) => subject)).toContain('La tua password è stata modificata')
  }))

test('the link of a disabled account no longer opens', () =>
  atTime(async (world) => {
    const nobody = await world.as()
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const token = await linkIn(world)
    await world.db.update(users).set({ enabled: 0 }).where(eq(users.email, EMAIL))
    expect((await nobody.post('/auth/reset-password', { token, ...both(NEXT) })).body.error).toBe(EXPIRED)
  }))

test('one network address asks twenty times in a quarter of an hour, for whatever addresses; a request that waits is not queued again', () =>
  atTime(async (world, clock) => {
    const nobody = await world.as()
    const ask = async (email: string) => (await nobody.post('/auth/forgot-password', { email })).status
    const queued = async () =>
      ((await world.db.execute(sql`select data ->> 'email' as email from pgboss.job where name = 'mail' order by 1 desc`)) as any).rows
    for (let i = 0; i < 20; i++) {
      if (i === 10) clock.now += 5 * MINUTE
      expect(await ask(i % 2 ? EMAIL : `ignoto.${i}@example.it`)).toBe(200)
    }
    expect(await queued()).toEqual([{ email: EMAIL }])
    const refused = await nobody.post('/auth/forgot-password', { email: 'contabilita@demo.example.it' })
    expect([refused.status, refused.headers['retry-after'], refused.body.message]).toEqual([
      429,
      '600',
      'Troppi tentativi. Riprova tra 10 minuti.',
    ])
    expect(await queued()).toEqual([{ email: EMAIL }])
    expect(await status(world, PASSWORD), 'signing in is counted apart').toBe(200)
    clock.now += 10 * MINUTE + 1000
    expect(await ask('contabilita@demo.example.it')).toBe(200)
    expect(await queued()).toEqual([{ email: EMAIL }, { email: 'contabilita@demo.example.it' }])
  }))

test('at most five mails an hour go to one address', () =>
  atTime(async (world, clock) => {
    const nobody = await world.as()
    const ask = async (times: number) => {
      for (let i = 0; i < times; i++) {
        expect((await nobody.post('/auth/forgot-password', { email: EMAIL })).status).toBe(200)
        await world.mails()
      }
    }
    await ask(10)
    expect(await world.mails()).toHaveLength(5)
    // Following a link does not make room for more.
    await nobody.post('/auth/reset-password', { token: await linkIn(world), ...both(NEXT) })
    await ask(5)
    expect((await world.mails()).filter(({ subject }) => subject === 'Reimposta la password')).toHaveLength(5)
    clock.now += 61 * MINUTE
    await ask(10)
    expect((await world.mails()).filter(({ subject }) => subject === 'Reimposta la password')).toHaveLength(10)
  }))

test('an invitation says whose it is, and opens the account once, for a week', () =>
  atTime(async (world, clock) => {
    const [invited] = await world.db
      .insert(users)
      .values({ name: 'Nora Nuova', email: 'nora.nuova@example.it', roles: ['worker'] })
      .returning()
    const invite = () => newLink({ db: world.db, now: new Date(clock.now) } as Parameters<typeof newLink>[0], invited!.id, 'invitation')
    const nobody = await world.as()
    const login = (password: string) => nobody.post('/auth/login', { email: invited!.email, password })
    expect((await login('')).status).toBe(422)
    const token = await invite()
    for (const _ of [1, 2])
      expect((await nobody.post('/auth/invitation', { token })).body.data).toEqual({ name: 'Nora Nuova', email: 'nora.nuova@example.it' })
    expect((await nobody.post('/auth/reset-password', { token, ...both(NEXT) })).body.error).toBe(EXPIRED)
    const accepted = await nobody.post('/auth/accept-invitation', { token, ...both(NEXT) })
    expect([accepted.status, accepted.body.message]).toEqual([200, 'Account attivato. Ora puoi accedere.'])
    expect((await login(NEXT)).status).toBe(200)
    expect((await nobody.post('/auth/invitation', { token })).body.error).toBe(EXPIRED)
    expect((await nobody.post('/auth/accept-invitation', { token, ...both(NEXT) })).body.error).toBe(EXPIRED)
    const late = await invite()
    clock.now += 7 * 24 * 60 * MINUTE + 1000
    expect((await nobody.post('/auth/accept-invitation', { token: late, ...both(NEXT) })).body.error).toBe(EXPIRED)
  }))

test('only a demonstration tells of its people and their password', () =>
  atTime(async ({ as, deps }) => {
    const nobody = await as()
    const { password, accounts } = (await nobody.get('/auth/demo')).body.data
    expect(password).toBe(PASSWORD)
    expect(accounts).toContainEqual({ email: 'helpdesk@demo.example.it', name: 'Elio Helpdesk', can: 'Helpdesk' })
    Object.assign(deps, { demo: false })
    expect((await nobody.get('/auth/demo')).body).toEqual({ data: null })
  }))
