import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { notification_group_users } from '../../../server/db/schema/notifications/notifications.ts'
import { default_mails, ticket_categories, ticket_history } from '../../../server/db/schema/tickets/tickets.ts'
import { cleanText } from '../../../src/contract/kernel/clean-text.ts'
import { HOSTILE } from '../../hostile.ts'
import notificationGroups from '../../resources/notifications/groups.ts'
import defaultMails from '../../resources/tickets/default-mails.ts'
import { makeSample } from '../support/plain.ts'
import { openedBy, paper } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('groups of notification: written by who configures tickets, with people, events, ways and further addresses, kept while something names them', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger, helper] = [await as('sup.ticket'), await as('rete'), await as('helpdesk')]
    for (const url of ['/support/notification-groups', `/support/notification-groups/1`, `/support/notification-groups/available-users`])
      expect((await stranger.get(url)).status, url).toBe(403)
    const { id } = await makeSample(writer, notificationGroups)
    const available = (await writer.get(`/support/notification-groups/available-users`)).body.data as {
      id: number
      name: string
      email: string
      roles: string[]
    }[]
    expect(available.find((one) => one.id === helper.user_id)).toEqual({
      ...{ id: helper.user_id, name: expect.any(String), email: 'helpdesk@demo.example.it', roles: ['helpdesk'] },
    })
    const seated = await writer.put(`/support/notification-groups/${id}`, {
      users: [helper.user_id, stranger.user_id, helper.user_id],
      rev: 1,
    })
    expect(seated.body.data).toMatchObject({ rev: 2, users_count: 2 })
    expect(seated.body.data.users).toHaveMembers([helper.user_id, stranger.user_id])
    const stale = await writer.put(`/support/notification-groups/${id}`, { users: [], rev: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', data: { rev: 2, users_count: 2 } } })
    expect(stale.body.data.users).toEqual(seated.body.data.users)
    const [told] = await db.select().from(model_history).where(eq(model_history.model_id, id)).orderBy(model_history.id).offset(1)
    expect(told).toBeDefined()
    // An update that does not name them leaves them; one who is gone may not be added.
    await writer.put(`/support/notification-groups/${id}`, { description: 'Guasti', rev: 2 })
    expect(await db.$count(notification_group_users, eq(notification_group_users.group_id, id))).toBe(2)
    await db.update(users).set({ enabled: 0 }).where(eq(users.id, helper.user_id))
    const unknown = { status: 422, body: { error: { users: 'Il valore selezionato per Utenti non esiste.' } } }
    expect(await writer.put(`/support/notification-groups/${id}`, { users: [999_999], rev: 3 })).toMatchObject(unknown)
    expect((await writer.get(`/support/notification-groups/${id}`)).body.data).toMatchObject({
      rev: 3,
      description: 'Guasti',
      users_count: 2,
    })
    await db.update(ticket_categories).set({ notification_group_id: id }).where(eq(ticket_categories.id, 1))
    const held = { status: 409, body: { error: 'Il gruppo è utilizzato da 1 categoria di ticket: disattivarlo.' } }
    expect(await writer.del(`/support/notification-groups/${id}`)).toMatchObject(held)
    await db.update(ticket_categories).set({ notification_group_id: null })
    expect((await writer.del(`/support/notification-groups/${id}`)).status).toBe(204)
    expect(await db.$count(notification_group_users, eq(notification_group_users.group_id, id))).toBe(0)
  }))

test('mails about tickets: read by agents, written by who configures, and none with a variable that nothing fills', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('sup.ticket'), await as('helpdesk')]
    expect((await (await as('rete')).get('/support/t/default')).status).toBe(403)
    expect((await stranger.get('/support/t/default')).body.data).toHaveLength(6)
    const { id } = await makeSample(writer, defaultMails)
    await db.update(ticket_categories).set({ default_mail_id: id }).where(eq(ticket_categories.id, 1))
    const held = { status: 409, body: { error: 'Il template è utilizzato da 1 categoria di ticket: disattivarlo.' } }
    expect(await writer.del(`/support/t/default/${id}`)).toMatchObject(held)
    expect(await db.$count(default_mails, eq(default_mails.id, id))).toBe(1)
  }))

test('what an agent sends about a ticket reaches groups, people and addresses once, with what is attached, and says where no mail leaves', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [boss, sara, helper] = [await as('sup.ticket'), await as('stazione'), await as('helpdesk')]
    const t = await openedBy(world, sara, { subject: 'Totem spento' })
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper()])
    await db.insert(notification_group_users).values([helper, boss].map(({ user_id }) => ({ group_id: 1, user_id })))
    const body = { id_year: t.y, id_number: t.n, subject: 'Per {{numero}}', message: '{{oggetto}}: {{soluzione}}' }
    expect((await sara.post('/support/ticket/send', { ...body, group_ids: [1] })).status).toBe(403)
    const send = (more: object) => boss.post('/support/ticket/send', { ...body, ...more })
    for (const [more, error] of [
      [{}, { emails: 'Indicare almeno un destinatario.' }],
      [{ user_ids: [boss.user_id] }, { emails: 'Indicare almeno un destinatario.' }],
      [
        { emails: 'a@example.it b@example.it' },
        { emails: expect.stringMatching(/^Il campo Email deve contenere gli indirizzi email delimitati/) },
      ],
      [{ emails: 'a@b;c@example.it' }, { emails: 'Inserire un indirizzo email valido.' }],
      [{ group_ids: [99_999] }, { group_ids: 'Il valore selezionato per Gruppi di notifica non esiste.' }],
      [{ user_ids: [99_999] }, { user_ids: 'Il valore selezionato per Utenti non esiste.' }],
      [{ emails: 'a@example.it', attach: ['../../altro.pdf'] }, { attach: 'Il valore selezionato per Allegati non esiste.' }],
      [{ emails: 'a@example.it', message: '{{boh}}' }, { message: 'Variabile sconosciuta: boh.' }],
    ] as const)
      expect(await send(more), JSON.stringify(more)).toMatchObject({ status: 422, body: { error } })
    await world.mails().then((sent) => sent.splice(0))
    const answer = await send({
      ...{ group_ids: [1], user_ids: [sara.user_id, helper.user_id], emails: 'ditta@example.it;ditta@example.it' },
      attach: ['preventivo.pdf'],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Notifica inviata',
        data: {
          ...{ people: 2, mails: 3 },
          warning: 'Email non inviata: SMTP non configurato. Il messaggio è stato salvato nella cartella di uscita.',
        },
      },
    })
    const sent = await world.mails()
    expect(sent.map(({ to }) => to)).toHaveMembers(['ditta@example.it', 'helpdesk@demo.example.it', 'stazione@demo.example.it'])
    const outside = sent.find(({ to }) => to === 'ditta@example.it')!
    expect(outside.subject).toBe(`Per ${t.y}/${t.n}`)
    expect(outside.text).toMatch(
      /^Totem spento: –\n\nhttp:\/\/piazzale\.test\/tickets\/\d+\/\d+\n\nPerché la ricevi: Te l'ha inviata .+\.$/,
    )
    const [told] = (await helper.get('/notifications')).body.data.notifications
    expect(told).toMatchObject({ title: `Per ${t.y}/${t.n}`, link: `/tickets/${t.y}/${t.n}`, read_at: null })
    expect(told.reasons).toEqual([
      expect.stringMatching(/^Te l'ha inviata .+\.$/),
      expect.stringMatching(/ l'ha inviata al gruppo di notifica "Manutenzione"\.$/),
    ])
    const [noted] = await db.select().from(ticket_history).where(eq(ticket_history.event, 'notifica')).orderBy(ticket_history.id).limit(1)
    expect(noted!.new).toContain('Manutenzione')
  }))

test('what a ticket says is filled in as it is, once, and never begins another header of a mail', () =>
  inWorld(async (world) => {
    const boss = await world.as('sup.ticket')
    const texts = HOSTILE.filter(
      (one): one is string => typeof one === 'string' && !!one.trim() && one.length < 300 && !/[\p{Cc}\p{Cs}]/u.test(one),
    )
    expect(texts.filter((one) => one.includes('<')).length).toBeGreaterThan(0)
    for (const text of texts) {
      const subject = text.slice(0, 160)
      const t = await openedBy(world, boss, { subject, description: `Salve {{soluzione}} ${text}` })
      const body = { id_year: t.y, id_number: t.n, emails: 'ditta@example.it', subject: '{{oggetto}}', message: '{{descrizione}}' }
      await world.mails().then((sent) => sent.splice(0))
      expect((await boss.post('/support/ticket/send', body)).status).toBe(200)
      const [mail] = await world.mails()
      expect(mail!.text.startsWith(`Salve {{soluzione}} ${cleanText(text)}`.trim()), text).toBe(true)
      expect(mail!.subject).not.toMatch(/\p{Cc}/u)
    }
    // A subject of several lines, as a person may write it.
    const t = await openedBy(world, boss)
    const body = { id_year: t.y, id_number: t.n, emails: 'ditta@example.it', message: 'Salve' }
    await boss.post('/support/ticket/send', { ...body, subject: 'Uno\r\nBcc: tutti@example.it\u2028Due' })
    expect((await world.mails()).at(-1)!.subject).toBe('Uno Bcc: tutti@example.it Due')
    const forged = await boss.post('/support/ticket/send', { ...body, subject: 'Uno', emails: 'a@example.it\r\nBcc: b@example.it' })
    expect(forged.status).toBe(422)
  }))

test('the bell has what one was told, newest first, read one by one or all, and nobody else’s', () =>
  inWorld(async (world) => {
    const [boss, helper] = [await world.as('sup.ticket'), await world.as('helpdesk')]
    const t = await openedBy(world, boss)
    const body = { id_year: t.y, id_number: t.n, user_ids: [helper.user_id], message: 'Salve' }
    for (const subject of ['Prima', 'Seconda', 'Terza']) await boss.post('/support/ticket/send', { ...body, subject })
    const { unread, notifications } = (await helper.get('/notifications')).body.data
    const before = unread - 3
    expect(notifications.slice(0, 3).map(({ title }: { title: string }) => title)).toEqual(['Terza', 'Seconda', 'Prima'])
    const stolen = await boss.post('/notifications/read', { ids: [notifications[0].id] })
    expect(stolen.status).toBe(200)
    expect((await helper.get('/notifications')).body.data.unread).toBe(before + 3)
    expect((await helper.post('/notifications/read', { ids: [notifications[0].id] })).body.data).toEqual({ unread: before + 2 })
    expect((await helper.post('/notifications/read', {})).body.data).toEqual({ unread: 0 })
    expect((await (await world.as()).get('/notifications')).status).toBe(401)
  }))

test('a person chooses by group, event and way, and when; what is as usual is not kept', () =>
  inWorld(async ({ as, db }) => {
    const helper = await as('helpdesk')
    await db.insert(notification_group_users).values({ group_id: 1, user_id: helper.user_id })
    const { sources, push, ...times } = (await helper.get('/notifications/choices')).body.data
    expect(times).toEqual({ digest: false, digest_hour: 8, quiet_from: null, quiet_to: null })
    expect(sources.map(({ name }: { name: string }) => name)).toEqual(['Quello che ti riguarda', 'Manutenzione'])
    expect(push).toEqual({ topic: null, key: null, devices: 0 })
    const choice = { group_id: 1, event: 'ticket_created', mail: false, push: true }
    const put = (more: object) => helper.put('/notifications/choices', { ...times, choices: [], ...more })
    expect(await put({ quiet_from: '20:00' })).toMatchObject({
      status: 422,
      body: { error: { quiet_to: 'Il campo Silenzio alle è obbligatorio.' } },
    })
    expect((await put({ choices: [{ ...choice, group_id: 2 }] })).status).toBe(422)
    const saved = await put({ quiet_from: '20:00', quiet_to: '07:00', digest: true, choices: [choice] })
    expect(saved.body.data).toMatchObject({ digest: true, quiet_from: '20:00', quiet_to: '07:00' })
    const of = (data: { sources: { group_id: number; events: object[] }[] }) =>
      data.sources.find(({ group_id }) => group_id === 1)!.events[0]
    expect(of(saved.body.data)).toEqual({ event: 'ticket_created', mail: false, push: true, usual: { mail: true, push: true } })
    const back = await put({ choices: [{ ...choice, mail: true }] })
    expect([of(back.body.data), back.body.data.quiet_from]).toMatchObject([{ mail: true }, null])
  }))
