import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { deliver } from '../../../server/lib/jobs/deliver.ts'
import { MAIL_QUEUE, type MailJob } from '../../../server/lib/jobs/jobs.ts'
import type { Mail } from '../../../server/lib/jobs/mail.ts'
import { inWorld, PASSWORD, type World } from '../support/world.ts'

const EMAIL = 'rete@demo.example.it'
const NEXT = 'cavallo batteria graffetta'
type Queued = { id: string; data: MailJob }
const queued = async ({ db }: World) =>
  (
    (await db.execute(sql`select id, data from pgboss.job where name = ${MAIL_QUEUE} order by created_on, id`)) as unknown as {
      rows: Queued[]
    }
  ).rows
/** As the queue leaves a job after its last try. */
const fails = ({ db }: World, id: string, message: string) =>
  db.execute(sql`update pgboss.job set state = 'failed', retry_count = 5, started_on = now(), completed_on = now(),
    output = ${JSON.stringify({ message })}::jsonb where id = ${id}::uuid`)
const listed = async ({ as }: World) => (await (await as('admin')).get('/mails')).body.data

test('only a super administrator sees what is sent and tries again', () =>
  inWorld(async (world) => {
    const [rete, nobody] = [await world.as('rete'), await world.as()]
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const [{ id }] = (await queued(world)) as [Queued]
    await fails(world, id, 'x')
    for (const [caller, status] of [
      [rete, 403],
      [nobody, 401],
    ] as const) {
      expect((await caller.get('/mails')).status).toBe(status)
      expect((await caller.post(`/mails/${id}/retry`)).status).toBe(status)
    }
    expect((await listed(world)).mails[0].state).toBe('failed')
  }))

test('each mail stands with its state, newest first, without its text and its link', () =>
  inWorld(async (world) => {
    const [nobody, rete] = [await world.as(), await world.as('rete')]
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    await nobody.post('/auth/forgot-password', { email: 'mai.visto@example.it' })
    const dipendente = 'dipendente@demo.example.it'
    await nobody.post('/auth/forgot-password', { email: dipendente })
    await world.db.update(users).set({ enabled: 0 }).where(eq(users.email, dipendente))
    const all = await listed(world)
    expect(all).toMatchObject({ sends: false })
    expect(all.mails.map(({ state, tries }: { state: string; tries: number }) => [state, tries])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ])
    const link = /token=([\w-]{43})/.exec((await world.mails())[0]!.text)![1]!
    // Without an SMTP server nothing was "sent", and to nobody nothing was written.
    const after = await world.as('admin').then((admin) => admin.get('/mails'))
    const state = (to: string) => after.body.data.mails.find((mail: Mail) => mail.to === to).state
    expect([state(EMAIL), state(dipendente)]).toEqual(['file', 'none'])
    expect((await rete.put('/users/password', { current_password: PASSWORD, password: NEXT, password_confirmation: NEXT })).status).toBe(
      200,
    )
    const changed = (await queued(world)).find(({ data }) => data.kind === 'mail')!
    await fails(world, changed.id, 'connect ECONNREFUSED http://127.0.0.1/x?token=abc')
    const { mails } = await listed(world)
    expect(mails.find((mail: Mail) => mail.id === changed.id)).toMatchObject({
      ...{ to: EMAIL, subject: 'La tua password è stata modificata', state: 'failed', tries: 6, next_at: null },
      ...{ error: 'connect ECONNREFUSED …', created_at: expect.stringMatching(/Z$/), done_at: expect.stringMatching(/Z$/) },
    })
    for (const secret of [link, 'Ciao', 'token=']) expect(JSON.stringify([after.body, mails]), secret).not.toContain(secret)
    // Archived mails are still shown.
    await world.db.execute(sql`with gone as (delete from pgboss.job where id = ${changed.id}::uuid returning *)
      insert into pgboss.archive select gone.*, now() from gone`)
    expect((await listed(world)).mails.map((mail: Mail) => mail.id)).toContain(changed.id)
  }))

test('one that failed is put back with all its tries; one that left is not sent twice', () =>
  inWorld(async (world) => {
    const [nobody, admin] = [await world.as(), await world.as('admin')]
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const [{ id }] = (await queued(world)) as [Queued]
    await fails(world, id, 'refused')
    await world.db.execute(sql`update pgboss.job set keep_until = now() - interval '1 day' where id = ${id}::uuid`)
    for (const _ of [1, 2]) {
      const again = await admin.post(`/mails/${id}/retry`)
      expect([again.status, again.body.message]).toEqual([200, 'Email rimessa in coda'])
    }
    expect((await listed(world)).mails[0]).toMatchObject({ id, state: 'retry', tries: 0, done_at: null, next_at: expect.any(String) })
    const { rows } = (await world.db.execute(sql`select 1 from pgboss.job where id = ${id}::uuid and keep_until > now()`)) as any
    expect(rows, 'the queue does not put it away before it is tried').toHaveLength(1)
    await world.db.execute(sql`update pgboss.job set state = 'completed' where id = ${id}::uuid`)
    const late = await admin.post(`/mails/${id}/retry`)
    expect([late.status, late.body.error]).toEqual([422, 'Questa email è già inviata o in corso di invio.'])
    expect((await admin.post('/mails/7c9e6679-7425-40de-944b-e07fc1f90ae7/retry')).status).toBe(404)
  }))

test('a reset that fails five times still goes out, with one link that works; a followed one is not sent again', () =>
  inWorld(async (world) => {
    const nobody = await world.as()
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const [{ id }] = (await queued(world)) as [Queued]
    const sent: Mail[] = []
    const attempt = async (works: boolean) => {
      const { data } = (await queued(world)).find((one) => one.id === id)!
      const send = async (mail: Mail) => {
        sent.push(mail)
        if (!works) throw new Error('refused')
      }
      return deliver(data, id, { ...world.deps, mail: { sends: true, send } })
    }
    for (let i = 0; i < 5; i++) await expect(attempt(false)).rejects.toThrow('refused')
    expect(await attempt(true)).toEqual({ outcome: 'sent' })
    const tokens = sent.map(({ text }) => /token=([\w-]{43})/.exec(text)![1]!)
    expect(new Set(tokens).size).toBe(6)
    const reset = (token: string) => nobody.post('/auth/reset-password', { token, password: NEXT, password_confirmation: NEXT })
    expect((await reset(tokens[4]!)).status).toBe(422)
    expect((await reset(tokens[5]!)).status).toBe(200)
    expect(await attempt(true)).toEqual({ outcome: 'none' })
  }))

test('a mail that was given up goes to another address, where one is named; a link to choose a password stays its person’s', () =>
  inWorld(async (world) => {
    const [admin, nobody, rete] = [await world.as('admin'), await world.as(), await world.as('rete')]
    await rete.put('/users/password', { current_password: PASSWORD, password: NEXT, password_confirmation: NEXT })
    await nobody.post('/auth/forgot-password', { email: EMAIL })
    const waiting = await queued(world)
    const [id, other] = ['mail', 'reset'].map((kind) => waiting.find(({ data }) => data.kind === kind)!.id) as [string, string]
    const correct = (of: string, to: string) => admin.post(`/mails/${of}/retry`, { to })
    const held = { status: 422, body: { error: "Di questa email non si può cambiare l'indirizzo." } }
    expect(await correct(id, 'giusta@example.it')).toMatchObject(held)
    for (const of of [id, other]) await fails(world, of, '550 Mailbox unavailable')
    const shown = Object.fromEntries(
      (await listed(world)).mails.map((mail: Queued & { correctable: boolean }) => [mail.id, mail.correctable]),
    )
    expect([shown[id], shown[other]]).toEqual([true, false])
    expect(await correct(other, 'giusta@example.it')).toMatchObject(held)
    expect(await correct(id, 'a@b\r\nBcc: c@example.it')).toMatchObject({
      status: 422,
      body: { error: { to: 'Inserire un indirizzo email valido.' } },
    })
    expect((await correct(id, 'Giusta@example.it')).status).toBe(200)
    const after = (await listed(world)).mails.find((mail: Queued) => mail.id === id)
    expect(after).toMatchObject({ to: 'giusta@example.it', state: 'retry', correctable: false })
  }))
