import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { access_tokens, known_devices, sessions, users } from '../../../server/db/schema/core/accounts.ts'
import { inWorld, PASSWORD } from '../support/world.ts'

const { verify } = vi.hoisted(() => ({ verify: vi.fn() }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  return { ...real, verify: verify.mockImplementation(real.verify) }
})

const login = (email: string, password: string, more = {}) => ({ email: `${email}@demo.example.it`, password, ...more })

test('a person signs in, is known by role, and is unknown after signing out', () =>
  inWorld(async ({ as }) => {
    const ispettore = await as('ispettore')
    const me = await ispettore.get('/auth/me')
    expect(me.status).toBe(200)
    expect(me.body.data).toMatchObject({ name: 'Ivan Ispettore', scope: ['inspection'], permissions: [] })
    expect((await ispettore.post('/auth/logout')).status).toBe(200)
    expect((await ispettore.get('/auth/me')).status).toBe(401)
  }))

test('a refused sign-in is 422, never 401, and does not tell whether the address is known', () =>
  inWorld(async ({ as, db }) => {
    const nobody = await as()
    const wrong = await nobody.post('/auth/login', login('rete', 'sbagliata'))
    const unknown = await nobody.post('/auth/login', login('mai.visto', 'sbagliata'))
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(wrong.body.error).toBe('Email o password non corretti.')
    expect({ ...unknown.body, instance: '' }).toEqual({ ...wrong.body, instance: '' })
    expect(Object.keys(unknown.headers)).toHaveMembers(Object.keys(wrong.headers))
    await db.update(users).set({ enabled: 0 }).where(eq(users.email, 'rete@demo.example.it'))
    const disabled = await nobody.post('/auth/login', login('rete', PASSWORD))
    expect([disabled.status, disabled.body.error]).toEqual([422, "Account disabilitato. Contatta l'amministratore."])
    expect((await nobody.post('/auth/login', login('rete', 'sbagliata'))).body.error).toBe('Email o password non corretti.')
    expect((await nobody.post('/auth/login', {})).body.error).toEqual({
      email: 'Il campo Email è obbligatorio.',
      password: 'Il campo Password è obbligatorio.',
    })
    expect((await nobody.post('/auth/login', { email: 'non un indirizzo', password: 'x' })).body.error).toEqual({
      email: 'Inserire un indirizzo email valido.',
    })
    expect((await nobody.post('/auth/login', login('rete', 'x'.repeat(129)))).status).toBe(422)
  }))

test('an account without a password, or deleted, cannot be signed in to', () =>
  inWorld(async ({ as, db }) => {
    const nobody = await as()
    await db.update(users).set({ password_hash: null }).where(eq(users.email, 'rete@demo.example.it'))
    await db.update(users).set({ deleted_at: new Date().toISOString() }).where(eq(users.email, 'stazione@demo.example.it'))
    for (const name of ['rete', 'stazione']) {
      const { status, body } = await nobody.post('/auth/login', login(name, PASSWORD))
      expect([status, body.error]).toEqual([422, 'Email o password non corretti.'])
    }
  }))

test('the address is the same person in capitals; the password is not', () =>
  inWorld(async ({ as }) => {
    const nobody = await as()
    expect((await nobody.post('/auth/login', { email: ' RETE@Demo.Example.IT ', password: PASSWORD })).status).toBe(200)
    expect((await nobody.post('/auth/login', login('rete', PASSWORD.toUpperCase()))).status).toBe(422)
    expect((await nobody.post('/auth/login', login('rete', ` ${PASSWORD}`))).status).toBe(422)
  }))

test('an account that changes while its password is verified gets no session', () =>
  inWorld(async ({ as, db }) => {
    const nobody = await as()
    const real = verify.getMockImplementation()!
    const meanwhile = async (change: Partial<typeof users.$inferInsert>) => {
      verify.mockImplementationOnce(async (...given: unknown[]) => {
        // By somebody else: not one of the writes of this request.
        await db.execute(sql`alter table users disable trigger witness`)
        await db.update(users).set(change).where(eq(users.email, 'rete@demo.example.it'))
        await db.execute(sql`alter table users enable trigger witness`)
        return real(...given)
      })
      return nobody.post('/auth/login', login('rete', PASSWORD))
    }
    const disabled = await meanwhile({ enabled: 0 })
    expect([disabled.status, disabled.body.error]).toEqual([422, "Account disabilitato. Contatta l'amministratore."])
    await db.update(users).set({ enabled: 1 }).where(eq(users.email, 'rete@demo.example.it'))
    const changed = await meanwhile({ password_hash: 'altra' })
    expect([changed.status, changed.body.error]).toEqual([422, 'Email o password non corretti.'])
    expect([await db.$count(sessions), await db.$count(known_devices), await db.$count(access_tokens)]).toEqual([0, 0, 0])
    expect([disabled.headers['set-cookie'], changed.headers['set-cookie']]).toEqual([undefined, undefined])
  }))

test('an unknown address costs what a known one costs: one password is verified, against a hash of the same price', () =>
  inWorld(async ({ as }) => {
    const nobody = await as()
    const prices: string[] = []
    for (const name of ['rete', 'mai.visto']) {
      verify.mockClear()
      expect((await nobody.post('/auth/login', login(name, 'sbagliata'))).status).toBe(422)
      expect(verify).toHaveBeenCalledTimes(1)
      prices.push(/^\$argon2id\$v=\d+\$[^$]+/.exec(String(verify.mock.calls[0]![0]))![0])
    }
    expect(prices[1]).toBe(prices[0])
  }))
