import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inWorld, PASSWORD } from '../support/world.ts'

interface Told {
  id: number
  current: boolean
  ok: boolean
}
test('a person sees the own sessions alone, and signs one of them out at once', () =>
  inWorld(async ({ as }) => {
    const [here, there, other] = [await as('rete'), await as('rete'), await as('stazione')]
    const mine: Told[] = (await here.get('/auth/sessions')).body.data
    expect(mine.map(({ current }) => current)).toHaveMembers([false, true])
    const [foreign] = (await other.get('/auth/sessions')).body.data
    expect(mine.map(({ id }) => id)).not.toContain(foreign.id)
    // Somebody else's session answers as one that is gone already, and stays.
    expect((await here.del(`/auth/sessions/${foreign.id}`)).status).toBe(204)
    expect((await other.get('/auth/me')).status).toBe(200)
    expect((await here.del(`/auth/sessions/${mine.find(({ current }) => !current)!.id}`)).status).toBe(204)
    expect([(await there.get('/auth/me')).status, (await here.get('/auth/me')).status]).toEqual([401, 200])
    expect((await here.get('/auth/sessions')).body.data).toHaveLength(1)
  }))

test('sign-ins and failed tries are listed for the person they concern', () =>
  inWorld(async ({ as }) => {
    const nobody = await as()
    await nobody.post('/auth/login', { email: 'rete@demo.example.it', password: 'sbagliata davvero' })
    const rete = await as('rete')
    const told: Told[] = (await rete.get('/auth/sign-ins')).body.data
    expect(told.map(({ ok }) => ok)).toHaveMembers([false, true])
    expect((await (await as('stazione')).get('/auth/sign-ins')).body.data.map(({ ok }: Told) => ok)).toEqual([true])
  }))

test('"Non sono stato io" ends everything: sessions, password, links; a mail opens the account again, and the administrators know', () =>
  inWorld(async ({ as, db, deps, mails }) => {
    const [here, there] = [await as('rete'), await as('rete')]
    const before = (await db.select().from(users).where(eq(users.id, here.user_id)))[0]!.password_hash
    const answer = await here.post('/auth/not-me')
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Sei stato disconnesso da tutti i dispositivi. Nessun server di posta è configurato: chiedi a un amministratore di farti scegliere una nuova password.',
    ])
    expect([(await here.get('/auth/me')).status, (await there.get('/auth/me')).status]).toEqual([401, 401])
    const after = (await db.select().from(users).where(eq(users.id, here.user_id)))[0]!.password_hash
    expect([after === before, after]).toEqual([false, expect.stringContaining('argon2')])
    const login = await (await as()).post('/auth/login', { email: 'rete@demo.example.it', password: PASSWORD })
    expect([login.status, login.body.error]).toEqual([422, 'Email o password non corretti.'])
    const sent = await mails()
    expect(sent.find(({ to }) => to === 'rete@demo.example.it')!.text).toContain('/auth/reset-password')
    expect(sent.filter(({ subject }) => subject === 'Accesso non riconosciuto').map(({ to }) => to)).toEqual(['admin@demo.example.it'])
    ;(deps.mail as { sends: boolean }).sends = true
    expect((await (await as('stazione')).post('/auth/not-me')).body.message).toBe(
      'Sei stato disconnesso da tutti i dispositivi. Ti abbiamo inviato un’email per scegliere una nuova password.',
    )
  }))
