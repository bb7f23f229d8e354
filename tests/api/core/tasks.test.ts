import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { notification_marks, notification_times, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_assignments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { queueOf } from '../../../server/lib/jobs/tasks.ts'
import { type NotifyContext, notify } from '../../../server/resources/notifications/notify.ts'
import { sendHeldNotices } from '../../../server/resources/notifications/send-held-notices.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { remindTickets } from '../../../server/resources/tickets/reminders.ts'
import { checkSla } from '../../../server/resources/tickets/sla-check.ts'
import { openedBy, paper } from '../support/ticket-fixtures.ts'
import { atTime, type World } from '../support/world.ts'

const HOUR = 3_600_000
const teller = ({ db, deps }: World, now: number): NotifyContext => ({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(now) })
/** Only what these tests have opened is there to be late. */
const alone = ({ db }: World) => db.update(tickets).set({ status_id: 5, completed_at: '2026-01-01T00:00:00.000Z', resolution: 'Fatto' })
const told = async ({ db }: World, user_id: number) =>
  (await db.select().from(notifications).where(eq(notifications.user_id, user_id)).orderBy(notifications.id)).map(({ title }) => title)

test('a ticket that has used 80 and then 100 % of its hours of work is told once each, to who works on it; one that waits is not', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    await alone(world)
    // Friday 1 May is a holiday: from Monday 4 May, 8 o'clock in Rome.
    clock.now = Date.UTC(2026, 4, 4, 6)
    const [boss, helper, sara] = [await as('sup.ticket'), await as('helpdesk'), await as('stazione')]
    const t = await openedBy(world, sara, { subject: 'Totem spento' })
    const free = await openedBy(world, sara, { subject: 'Di nessuno' })
    const waits = await openedBy(world, sara, { subject: 'In attesa' })
    await db.update(tickets).set({ sla_hours: 10, due_at: '2026-05-05T07:00:00.000Z' })
    await db
      .update(tickets)
      .set({ paused_at: '2026-05-04T06:30:00.000Z', status_id: 4, waiting_for: 'parts' })
      .where(eq(tickets.id, waits.id))
    await db.insert(ticket_assignments).values({ ticket_id: t.id, user_id: helper.user_id, at: '2026-05-04T06:00:00.000Z' })
    const before = (await told(world, helper.user_id)).length
    const news = async (who: { user_id: number }) => (await told(world, who.user_id)).filter((title) => /sta per|in ritardo/.test(title))
    // Nine hours of work are Monday's whole; 8 are over at 17.
    await checkSla(teller(world, Date.UTC(2026, 4, 4, 14, 30)))
    expect(await news(helper)).toEqual([])
    for (const _ of [1, 2]) await checkSla(teller(world, Date.UTC(2026, 4, 4, 15, 30)))
    expect(await news(helper)).toEqual([`[Ticket ${t.y}/${t.n}] sta per scadere: Totem spento`])
    expect(await news(boss)).toEqual([`[Ticket ${free.y}/${free.n}] sta per scadere: Di nessuno`])
    for (const _ of [1, 2]) await checkSla(teller(world, Date.UTC(2026, 4, 5, 8)))
    expect(await news(helper)).toEqual([
      `[Ticket ${t.y}/${t.n}] sta per scadere: Totem spento`,
      `[Ticket ${t.y}/${t.n}] in ritardo: Totem spento`,
    ])
    expect((await told(world, helper.user_id)).length).toBe(before + 2)
    expect(await db.$count(notification_marks, like(notification_marks.key, `ticket ${waits.id} %`))).toBe(0)
  }))

test('reminders come in working hours alone: who asked of what waits for them, who works on it of what does not move, every three days', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    await alone(world)
    clock.now = Date.UTC(2026, 4, 4, 7)
    const [helper, sara] = [await as('helpdesk'), await as('stazione')]
    const t = await openedBy(world, sara, { subject: 'Fermo' })
    const waits = await openedBy(world, sara, { subject: 'Aspetta' })
    const asked = { status_id: 4, waiting_for: 'requester', paused_at: '2026-05-04T07:30:00.000Z' } as const
    await db.update(tickets).set(asked).where(eq(tickets.id, waits.id))
    await db.insert(ticket_assignments).values({ ticket_id: t.id, user_id: helper.user_id, at: '2026-05-04T07:00:00.000Z' })
    await db.update(tickets).set({ updated_at: '2026-05-04T07:00:00.000Z' }).where(eq(tickets.status_id, 1))
    await db.update(tickets).set({ updated_at: '2026-05-04T07:00:00.000Z' }).where(eq(tickets.id, waits.id))
    const news = async (who: { user_id: number }) =>
      (await told(world, who.user_id)).filter((title) => /Fermo da|Aspetta la tua/.test(title))
    await remindTickets(teller(world, Date.UTC(2026, 4, 6, 8)))
    // At night, and on Sunday.
    await remindTickets(teller(world, Date.UTC(2026, 4, 8, 20)))
    await remindTickets(teller(world, Date.UTC(2026, 4, 10, 8)))
    expect([await news(helper), await news(sara)]).toEqual([[], []])
    for (const hour of [8, 9]) await remindTickets(teller(world, Date.UTC(2026, 4, 8, hour)))
    expect(await news(helper)).toEqual([`[Ticket ${t.y}/${t.n}] Fermo da 3 giorni: Fermo`])
    expect(await news(sara)).toEqual([`[Ticket ${waits.y}/${waits.n}] Aspetta la tua risposta: Aspetta`])
    await remindTickets(teller(world, Date.UTC(2026, 4, 11, 9)))
    expect(await news(helper)).toHaveLength(2)
  }))

test('quiet hours hold, a summary gathers: each leaves once at its time, and whoever is gone meanwhile gets nothing', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    const [helper, boss] = [await as('helpdesk'), await as('sup.ticket')]
    clock.now = Date.UTC(2026, 4, 4, 20)
    await db.insert(notification_times).values([
      { user_id: helper.user_id, quiet_from: '21:00', quiet_to: '07:00' },
      { user_id: boss.user_id, digest: true, digest_hour: 9 },
    ])
    const tell = (title: string) =>
      notify(
        {
          ...{ event: 'job_failed', subject: { type: 'job', id: 1, link: '/storico-job/1' }, title, text: 'Testo.', mayRead: () => true },
          people: [helper, boss].map(({ user_id }) => ({ user_id, reason: 'Perché sì.' })),
        },
        teller(world, clock.now),
      )
    await tell('Prima')
    await tell('Seconda')
    expect(await world.mails()).toEqual([])
    await sendHeldNotices(teller(world, Date.UTC(2026, 4, 5, 4, 59)))
    expect(await world.mails()).toEqual([])
    for (const _ of [1, 2]) await sendHeldNotices(teller(world, Date.UTC(2026, 4, 5, 5, 1)))
    // Put in the queue at the same moment: which leaves first is not said.
    expect((await world.mails()).map(({ to, subject }) => `${subject}, ${to}`)).toHaveMembers([
      'Prima, helpdesk@demo.example.it',
      'Seconda, helpdesk@demo.example.it',
    ])
    for (const _ of [1, 2]) await sendHeldNotices(teller(world, Date.UTC(2026, 4, 5, 7, 1)))
    expect((await world.mails()).slice(2)).toMatchObject([
      {
        to: 'sup.ticket@demo.example.it',
        subject: 'Riepilogo: 2 notifiche',
        text: [
          ...['Prima', 'Seconda'].map((title) => `${title}\nhttp://piazzale.test/storico-job/1\nPerché: Perché sì.`),
          'Ricevi un riepilogo al giorno per tua scelta: http://piazzale.test/utenti/profilo',
        ].join('\n\n'),
      },
    ])
    expect(await db.$count(notifications, sql`held_until is not null`)).toBe(0)
    clock.now = Date.UTC(2026, 4, 5, 20)
    await tell('Terza')
    await db.execute(sql`update users set enabled = 0 where id in (${helper.user_id}, ${boss.user_id})`)
    await sendHeldNotices(teller(world, Date.UTC(2026, 4, 7)))
    expect(await world.mails()).toHaveLength(3)
  }))

test('a mail that quiet hours hold is the one that was written, with what goes along; a push is held with it, for each device there is then', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    clock.now = Date.UTC(2026, 4, 4, 20)
    const [boss, sara] = [await as('sup.ticket'), await as('stazione')]
    const quiet = { quiet_from: '21:00', quiet_to: '07:00', digest: false, digest_hour: 8, choices: [] }
    expect((await sara.put('/notifications/choices', quiet)).status).toBe(200)
    const t = await openedBy(world, boss)
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper()])
    const device = (at: string) =>
      sara.post('/push/subscribe', { endpoint: `https://push.example.it/${at}`, keys: { p256dh: 'x', auth: 'x' } })
    expect((await device('1')).status).toBe(201)
    const before = (await world.mails()).length
    const attached: string[][] = []
    const { send } = world.deps.mail
    world.deps.mail = {
      sends: false,
      async send(mail, attachments = []) {
        attached.push(attachments.map(({ filename }) => filename))
        await send(mail)
      },
    }
    const sent = await boss.post('/support/ticket/send', {
      ...{
        id_year: t.y,
        id_number: t.n,
        subject: 'Preventivo',
        message: 'In allegato.',
        user_ids: [sara.user_id],
        attach: ['preventivo.pdf'],
      },
    })
    expect(sent.status).toBe(200)
    expect((await world.mails()).slice(before)).toEqual([])
    expect((await device('2')).status).toBe(201)
    const pushed = async () =>
      ((await db.execute(sql`select data from pgboss.job where name = 'push'`)) as unknown as { rows: object[] }).rows.length
    expect(await pushed()).toBe(0)
    for (const minute of [59, 60, 65]) await sendHeldNotices(teller(world, Date.UTC(2026, 4, 5, 4, minute)))
    const [mail, ...more] = (await world.mails()).slice(before)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'stazione@demo.example.it', subject: 'Preventivo' })
    expect(mail!.text).toMatch(/^In allegato\.\n\n.+\n\nPerché la ricevi: Te l'ha inviata /)
    expect(attached).toEqual([['preventivo.pdf']])
    expect(await pushed()).toBe(2)
  }))

test('what is late is told by hand by super administrators alone, of each thing once in 24 hours, and how much it was', () =>
  atTime(async (world, clock) => {
    const { db, as } = world
    await alone(world)
    const [admin, boss, helper] = [await as('admin'), await as('sup.ticket'), await as('helpdesk')]
    expect((await boss.get('/commands/notifylate')).status).toBe(403)
    await db.update(expirations).set({ status: 'cancelled' })
    const due = { type: 'terra', periodicity: 'once', status: 'open' } as const
    const [late] = await db
      .insert(expirations)
      .values([
        { ...due, date: '2026-04-01', message: 'Messa a terra', emails: 'ditta@example.it;rete@example.it' },
        { ...due, date: '2026-05-08', message: 'Tra sette giorni', emails: 'ditta@example.it' },
        { ...due, date: '2026-05-20', message: 'Tra venti giorni', emails: 'ditta@example.it' },
      ])
      .returning()
    const t = await openedBy(world, boss, { subject: 'Tardi' })
    await db.insert(ticket_assignments).values({ ticket_id: t.id, user_id: helper.user_id, at: '2026-05-01T08:00:00.000Z' })
    await db.update(tickets).set({ due_at: '2026-04-30T08:00:00.000Z' }).where(eq(tickets.id, t.id))
    await world.mails().then((sent) => sent.splice(0))
    const first = await admin.get('/commands/notifylate')
    expect(first).toMatchObject({
      status: 200,
      body: { data: { expirations: 2, obligations: 0, tanks: 0, tickets: 1, mails: 4, pushes: 0 } },
    })
    const sent = await world.mails()
    expect(sent.map(({ to, subject }) => [to, subject])).toHaveMembers([
      ['ditta@example.it', 'Scadenza superata: Messa a terra'],
      ['ditta@example.it', 'Scadenza vicina: Tra sette giorni'],
      ['helpdesk@demo.example.it', `[#${t.y}/${t.n}] Tardi`],
      ['rete@example.it', 'Scadenza superata: Messa a terra'],
    ])
    const again = async () => (await (await as('admin')).get('/commands/notifylate')).body.data
    expect(await again(), 'within ten seconds the first answer').toEqual(first.body.data)
    clock.now += 10_001
    expect(await again()).toEqual({ expirations: 0, obligations: 0, tanks: 0, tickets: 0, mails: 0, pushes: 0 })
    clock.now += 23 * HOUR
    expect(await again()).toMatchObject({ expirations: 0, tickets: 0 })
    clock.now += 2 * HOUR
    expect(await again()).toMatchObject({ expirations: 1, tickets: 1 })
    // By itself the server tells of what is past every seven days.
    const marks = await db
      .select()
      .from(notification_marks)
      .where(eq(notification_marks.key, `expiration ${late!.id}`))
    expect(marks).toHaveLength(1)
    await remindOfDue(teller(world, clock.now + 5 * 24 * HOUR))
    const at = async () =>
      (
        await db
          .select()
          .from(notification_marks)
          .where(eq(notification_marks.key, `expiration ${late!.id}`))
      )[0]!.at
    expect(await at()).toBe(marks[0]!.at)
    await remindOfDue(teller(world, clock.now + 7 * 24 * HOUR))
    expect(await at()).not.toBe(marks[0]!.at)
  }))

test('a task that failed is told where mails are, and is put back by a person; one that went well is not told', () =>
  atTime(async ({ as, db }) => {
    const [admin, boss] = [await as('admin'), await as('sup.ticket')]
    const job = (state: string) => sql`insert into pgboss.job (name, state, output, started_on, completed_on, retry_count)
      values (${queueOf('sla')}, ${state}::pgboss.job_state, '{"message":"relation gone"}', now(), now(), 2) returning id`
    const { rows } = (await db.execute(job('failed'))) as unknown as { rows: { id: string }[] }
    await db.execute(job('completed'))
    const tasks = async () =>
      (await admin.get('/mails')).body.data.mails.filter(({ kind }: { kind: string }) => kind === 'task') as Record<string, unknown>[]
    expect(await tasks()).toMatchObject([
      { id: rows[0]!.id, subject: 'Controllo SLA dei ticket', to: '', state: 'failed', error: 'relation gone', tries: 3 },
    ])
    expect((await boss.post(`/mails/${rows[0]!.id}/retry`)).status).toBe(403)
    expect((await admin.post(`/mails/${rows[0]!.id}/retry`)).status).toBe(200)
    expect(await tasks()).toMatchObject([{ state: 'retry' }])
  }))
