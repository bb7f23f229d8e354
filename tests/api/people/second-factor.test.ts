import { desc, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { second_factors } from '../../../server/db/schema/core/accounts.ts'
import { activity_log, idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { base32, codeAt, fromBase32, stepAt } from '../../../server/domain/people/one-time-code.ts'
import { type Caller, inWorld, PASSWORD, type World } from '../support/world.ts'

/** No code becomes another one while a test thinks. */
const atOneTime = (work: (world: World) => Promise<void>) => {
  const now = new Date()
  return inWorld(work, () => now)
}
const email = (name: string) => `${name}@demo.example.it`
const secretOf = (told: string) => fromBase32(told.replaceAll('-', ''))
const ASK = 'Inserisci il codice di verifica.'
const WRONG = 'Il codice non è corretto o è già stato usato.'
/** Steps of time later, for a code that has not been used yet. */
const codeOf = ({ deps }: World, secret: string, later = 0) => codeAt(secretOf(secret), stepAt(deps.now()) + later)
const signIn = async ({ as }: World, name: string, code?: string, password = PASSWORD) =>
  (await as()).post('/auth/login', { email: email(name), password, ...(code !== undefined && { code }) })
async function setUp(world: World, who: Caller): Promise<{ secret: string; recovery: string[] }> {
  const begun = await who.post('/auth/second-factor', { current_password: PASSWORD })
  expect(begun.status, JSON.stringify(begun.body)).toBe(201)
  const { secret } = begun.body.data
  const done = await who.post('/auth/second-factor/confirm', { code: codeOf(world, secret, -1) })
  expect([done.status, done.body.message]).toEqual([201, 'Verifica in due passaggi attivata'])
  return { secret, recovery: done.body.data.recovery_codes }
}

test('the codes are those of RFC 6238, and a secret survives base32', () => {
  const secret = Buffer.from('12345678901234567890')
  const told = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000].map((s) =>
    codeAt(secret, Math.floor(s / 30)),
  )
  expect(told).toEqual(['287082', '081804', '050471', '005924', '279037', '353130'])
  expect([base32(secret), fromBase32(base32(secret)).equals(secret)]).toEqual(['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', true])
})

test('a second factor is set up with the password and a code, is asked at sign-in, and no code counts twice', () =>
  atOneTime(async (world) => {
    const { as, db, mails } = world
    const [admin, elsewhere] = [await as('admin'), await as('admin')]
    expect((await admin.get('/auth/second-factor')).body.data).toEqual({ since: null, recovery_left: 0, required: false })
    const refused = await admin.post('/auth/second-factor', { current_password: 'non è questa' })
    expect([refused.status, refused.body.error]).toEqual([422, { current_password: 'La password attuale non è corretta.' }])
    const begun = (await admin.post('/auth/second-factor', { current_password: PASSWORD })).body.data
    expect(begun.uri).toBe(`otpauth://totp/Piazzale%3Aadmin%40demo.example.it?secret=${begun.secret.replaceAll('-', '')}&issuer=Piazzale`)
    expect(begun.qr).toMatch(/^<svg /)
    // Until it is confirmed it is not asked for.
    expect((await signIn(world, 'admin')).status).toBe(200)
    expect((await admin.post('/auth/second-factor/confirm', { code: '000000' })).body.error).toEqual({ code: WRONG })

    const { secret, recovery } = await setUp(world, admin)
    expect(secret).not.toBe(begun.secret)
    expect([recovery.length, new Set(recovery).size, recovery[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/),
    ])
    expect([(await admin.get('/auth/me')).status, (await elsewhere.get('/auth/me')).status]).toEqual([200, 401])
    expect((await admin.post('/auth/second-factor', { current_password: PASSWORD })).status).toBe(409)

    const asked = await signIn(world, 'admin')
    expect([asked.status, asked.body.code, asked.body.error]).toEqual([422, 'second_factor', ASK])
    // Who does not know the password is told nothing of it.
    expect((await signIn(world, 'admin', codeOf(world, secret), 'sbagliata davvero')).body.error).toBe('Email o password non corretti.')
    const wrong = await signIn(world, 'admin', '000000')
    expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([422, 'second_factor', { code: WRONG }])
    // The code that confirmed it is used up, and so is each after its sign-in, with all before it.
    expect((await signIn(world, 'admin', codeOf(world, secret, -1))).body.error).toEqual({ code: WRONG })
    const code = codeOf(world, secret)
    expect((await signIn(world, 'admin', `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect((await signIn(world, 'admin', code)).body.error).toEqual({ code: WRONG })
    expect((await signIn(world, 'admin', codeOf(world, secret, 2))).body.error).toEqual({ code: WRONG })

    const [row] = await db.select().from(second_factors)
    expect(JSON.stringify(row)).not.toContain(secret.replaceAll('-', ''))
    expect(row!.recovery).not.toContain(recovery[0]!.replaceAll('-', ''))
    const acts = (await db.select().from(activity_log).where(like(activity_log.action, 'secondo_fattore%'))).filter(
      ({ status }) => status < 300,
    )
    expect(acts.map(({ action, user_id }) => [action, user_id])).toHaveMembers([
      ['secondo_fattore_avvio', admin.user_id],
      ['secondo_fattore_avvio', admin.user_id],
      ['secondo_fattore_attivo', admin.user_id],
    ])
    expect((await mails()).at(-1)).toMatchObject({ to: email('admin'), subject: 'Verifica in due passaggi del tuo account' })
  }))

test('a recovery code signs in once, whatever the case it is typed in; the person is told how many are left', () =>
  atOneTime(async (world) => {
    const rete = await world.as('rete')
    const { recovery } = await setUp(world, rete)
    expect((await signIn(world, 'rete', recovery[3]!.toLowerCase())).status).toBe(200)
    expect((await signIn(world, 'rete', recovery[3])).body.error).toEqual({ code: WRONG })
    expect((await rete.get('/auth/second-factor')).body.data.recovery_left).toBe(9)
    expect((await world.mails()).at(-1)!.text).toContain('ne restano 9')
    const [act] = await world.db.select().from(activity_log).where(eq(activity_log.action, 'login_recupero')).orderBy(desc(activity_log.id))
    expect(act).toMatchObject({ user_id: rete.user_id, status: 200 })
    expect((await rete.get('/auth/sign-ins')).body.data.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(2)
  }))

test('guessing codes is slowed down like guessing passwords', () =>
  atOneTime(async (world) => {
    const { secret } = await setUp(world, await world.as('rete'))
    for (let n = 0; n < 5; n++) expect((await signIn(world, 'rete', '000000')).status).toBe(422)
    expect((await signIn(world, 'rete', '000000')).status).toBe(429)
    expect((await signIn(world, 'rete', codeOf(world, secret))).status).toBe(429)
  }))

test('of many sign-ins at once with one code, one alone succeeds', () =>
  atOneTime(async (world) => {
    const { secret } = await setUp(world, await world.as('rete'))
    const code = codeOf(world, secret)
    const all = await Promise.all(Array.from({ length: 4 }, () => signIn(world, 'rete', code)))
    expect(all.map(({ status }) => status)).toHaveMembers([200, 422, 422, 422])
  }))

test('it is taken off by password and code, or by an administrator; the answers with secrets are stored under no key', () =>
  atOneTime(async (world) => {
    const { as, db, mails } = world
    const [rete, admin] = [await as('rete'), await as('admin')]
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await rete.post('/auth/second-factor', { current_password: PASSWORD }, key)
    const again = await rete.post('/auth/second-factor', { current_password: PASSWORD }, key)
    expect([first.status, again.status, first.body.data.secret === again.body.data.secret]).toEqual([201, 201, false])
    expect(await db.$count(idempotency_keys, eq(idempotency_keys.key, key['idempotency-key']))).toBe(0)

    const { secret } = await setUp(world, rete)
    const remove = (by: Caller, code: string, current_password = PASSWORD) =>
      by.post('/auth/second-factor/remove', { code, current_password })
    expect((await remove(rete, codeOf(world, secret), 'non è questa')).body.error).toEqual({
      current_password: 'La password attuale non è corretta.',
    })
    expect((await remove(rete, '000000')).body.error).toEqual({ code: WRONG })
    const off = await remove(rete, codeOf(world, secret))
    expect([off.status, (await signIn(world, 'rete')).status]).toEqual([200, 200])

    await setUp(world, rete)
    const path = `/users/${rete.user_id}`
    expect((await admin.get(path)).body.data.second_factor).toBe(true)
    expect((await rete.post(`${path}/reset-second-factor`)).status).toBe(403)
    const reset = await admin.post(`${path}/reset-second-factor`)
    expect([reset.status, (await rete.get('/auth/me')).status, (await signIn(world, 'rete')).status]).toEqual([200, 401, 200])
    expect((await mails()).at(-1)!.text).toContain('ha azzerato la verifica in due passaggi')
    expect((await admin.post(`${path}/reset-second-factor`)).status).toBe(409)
    await setUp(world, admin)
    expect((await admin.post(`/users/${admin.user_id}/reset-second-factor`)).status).toBe(409)
    const acts = await db.select().from(activity_log).where(eq(activity_log.action, 'secondo_fattore_azzerato'))
    expect(acts.map(({ user_id, entity_id }) => [user_id, entity_id])).toEqual([[admin.user_id, String(rete.user_id)]])
  }))

test('where the company asks it, super administrators and accounting are led to it and cannot take it off; others may choose', () =>
  atOneTime(async (world) => {
    const { as } = world
    const [admin, conta, rete] = [await as('admin'), await as('contabilita'), await as('rete')]
    const due = async (who: Caller) => (await who.get('/auth/me')).body.data.second_factor_due
    expect([await due(admin), await due(conta)]).toEqual([undefined, undefined])
    expect((await admin.edit('/settings', { name: 'Rete S.p.A.', second_factor_required: true })).status).toBe(200)
    expect([await due(admin), await due(conta), await due(rete)]).toEqual([true, true, undefined])
    const { secret } = await setUp(world, conta)
    expect(await due(conta)).toBeUndefined()
    const kept = await conta.post('/auth/second-factor/remove', { current_password: PASSWORD, code: codeOf(world, secret) })
    expect([kept.status, kept.body.error]).toEqual([409, 'La verifica in due passaggi è obbligatoria per il tuo ruolo.'])
    expect((await conta.get('/auth/second-factor')).body.data).toMatchObject({ required: true, recovery_left: 10 })
  }))
