import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { ticket_categories, ticket_comments, ticket_history, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { makeStation } from '../support/fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Tickets from opening to closing. */
const REQUIRED = 'Indicare la soluzione per chiudere il ticket.'
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)>'
const eventsOf = async ({ db }: World, id: number) =>
  (
    await db.select({ event: ticket_history.event }).from(ticket_history).where(eq(ticket_history.ticket_id, id)).orderBy(ticket_history.id)
  ).map(({ event }) => event)
const idOf = async ({ db }: World, name: string) =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, `${name}@demo.example.it`))
  )[0]!.id
const read = async (caller: Caller, { y, n }: { y: number; n: number }) => (await caller.get(`/support/ticket/${y}/${n}`)).body.data

test('a ticket is opened by whoever may, numbered, due by its category and told to its group; by others not', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const driver = await as('autista')
    const body = { category_id: 1, subject: 'Totem spento', description: 'Il totem è spento da ieri.' }
    expect((await driver.post('/support/ticket', body)).status).toBe(403)
    expect((await driver.get('/support/ticket')).status).toBe(403)
    const [sara, agent] = [await as('solo.ticket'), await as('helpdesk')]
    const lacking = await sara.post('/support/ticket', { subject: ' ', description: 'corta' })
    expect(lacking.body.error).toEqual({
      category_id: 'Il campo Categoria è obbligatorio.',
      subject: 'Il campo Oggetto è obbligatorio.',
      description: 'Il campo Descrizione deve contenere almeno 10 caratteri.',
    })
    expect((await sara.post('/support/ticket', { ...body, category_id: 99_999 })).body.error.category_id).toContain('non esiste')
    expect((await sara.post('/support/ticket', { ...body, requester_id: agent.user_id })).status).toBe(422)

    const made = await sara.post('/support/ticket', { ...body, subject: MARKUP })
    expect([made.status, made.body.message]).toEqual([201, 'Ticket creato'])
    const { data } = made.body
    expect(data).toMatchObject({
      status: { id: 1, name: 'open' },
      is_new: true,
      subject: MARKUP,
      source: 'web',
      completed_at: null,
      late: false,
    })
    expect(data.requester.id).toBe(sara.user_id)
    expect(data.due_words.at(-1)).toMatch(/^Scade il \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/)
    const [row] = await db.select().from(tickets).where(eq(tickets.id, data.id))
    expect([row!.subject, row!.created_by]).toEqual([MARKUP, sara.user_id])

    const next = await agent.post('/support/ticket', { ...body, requester_id: sara.user_id, priority: 4 })
    expect(next.body.data).toMatchObject({ id_year: data.id_year, id_number: data.id_number + 1, priority: 4 })
    expect(next.body.data.requester.id).toBe(sara.user_id)
    expect(next.body.data.due_words[0]).toMatch(/^Urgente: /)
    expect(await eventsOf(world, data.id)).toEqual(['creato'])
  }))

test('a category gives its tickets to somebody, and asks for a station that the caller sees, with a piece that stands there', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const boss = await as('sup.ticket')
    const area = await as('stazione')
    const helper = await idOf(world, 'helpdesk')
    const [category] = await db.select().from(ticket_categories).limit(1)
    await db
      .update(ticket_categories)
      .set({ requires_station: true, default_assignee_id: helper })
      .where(eq(ticket_categories.id, category!.id))
    const foreign = await makeStation(db, { code: 'ZT8' })
    const own = await makeStation(db, { code: 'ZT9', maintenance_email: 'pompe@example.it' })
    await db.insert(station_acl).values({ station_id: own.id, user_id: area.user_id })
    const body = { category_id: category!.id, subject: 'Pistola 2', description: 'La pistola 2 non eroga.' }
    expect((await area.post('/support/ticket', body)).body.error).toEqual({ station_id: 'Il campo Punto vendita è obbligatorio.' })
    expect((await area.post('/support/ticket', { ...body, station_id: foreign.id })).body.error).toEqual({
      station_id: 'Il valore selezionato per Punto vendita non esiste.',
    })
    const device = (await boss.post('/station/devices', { station_id: foreign.id, number: 'PC-1', type: 'pc' })).body.data ?? { id: 1 }
    const wrong = await area.post('/support/ticket', { ...body, station_id: own.id, equipment: { type: 'device', id: device.id } })
    expect(wrong.body.error).toEqual({ equipment: 'Il valore selezionato per Attrezzatura non esiste.' })
    const made = (await area.post('/support/ticket', { ...body, station_id: own.id })).body.data
    expect(made).toMatchObject({ status: { id: 2 }, is_new: false, company: 'Pompe e Tubi S.r.l.', company_email: 'pompe@example.it' })
    expect(made.assignments).toMatchObject([{ user_id: helper }])
    const told = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, helper), eq(notifications.event, 'ticket_assigned')))
    expect(told.some(({ title }) => title.includes(`${made.id_year}/${made.id_number}`))).toBe(true)
  }))

test('fifty that are opened at once have fifty numbers without a gap', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    world.lookAway()
    const body = { category_id: 1, subject: 'Insieme', description: 'Tutti nello stesso momento.', station_id: null }
    await world.db.update(ticket_categories).set({ requires_station: false }).where(eq(ticket_categories.id, 1))
    const made = await Promise.all(Array.from({ length: 50 }, () => admin.post('/support/ticket', body)))
    expect(made.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const numbers = made.map(({ body }) => body.data.id_number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => numbers[0]! + at))
  }))

test('who sees which: agents by their kind, area managers those of their stations, everybody else their own', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, helper, area, sara, conti] = [
      await as('sup.ticket'),
      await as('helpdesk'),
      await as('rete'),
      await as('solo.ticket'),
      await as('contabilita'),
    ]
    const station = await makeStation(db, { code: 'ZT7' })
    await db.insert(station_acl).values({ station_id: station.id, user_id: area.user_id })
    const there = await openedBy(world, boss, { station_id: station.id })
    const hers = await openedBy(world, sara)
    await boss.post(`/support/ticket/${there.y}/${there.n}/assign`, { user_id: boss.user_id })
    await boss.post(`/support/ticket/${hers.y}/${hers.n}/assign`, { user_id: boss.user_id })
    const seen = async (caller: Caller) => {
      const found = (await caller.get('/support/ticket?per_page=100')).body.data.data.map(({ id }: any) => id)
      return [there.id, hers.id].map((id) => found.includes(id))
    }
    expect(await seen(boss)).toEqual([true, true])
    // Assigned to another, in no group of hers.
    expect(await seen(helper)).toEqual([false, false])
    expect(await seen(area)).toEqual([true, false])
    expect(await seen(sara)).toEqual([false, true])
    expect(await seen(conti)).toEqual([false, false])
    expect((await helper.get(`/support/ticket/${hers.y}/${hers.n}`)).status).toBe(404)
    expect((await area.post(`/support/ticket/${there.y}/${there.n}/comment`, { message: 'Sto a guardare' })).status).toBe(403)
    await boss.post(`/support/ticket/${hers.y}/${hers.n}/assign`, { user_id: helper.user_id })
    expect(await seen(helper)).toEqual([false, true])
    await boss.post(`/support/ticket/${hers.y}/${hers.n}/deassign`, { user_id: helper.user_id })
    await boss.post(`/support/ticket/${hers.y}/${hers.n}/deassign`, { user_id: boss.user_id })
    expect(await seen(helper)).toEqual([false, true])
  }))

test('assigned and taken away again, a ticket goes from open to assigned and back; twice is once; only agents take it', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })).status).toBe(403)
    expect((await sara.get('/support/ticket/users')).status).toBe(403)
    const listed = async () => (await boss.get('/support/ticket/users')).body.data
    const openOfBoss = async () => (await listed()).find(({ id }: any) => id === boss.user_id).open
    expect(await openOfBoss()).toBe(0)
    const agents = await listed()
    expect(agents.some(({ id }: any) => id === sara.user_id)).toBe(false)
    const refused = await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: sara.user_id })
    expect([refused.status, refused.body.error]).toEqual([422, { user_id: 'Il valore selezionato per Utente non esiste.' }])
    const given = await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })
    expect(await openOfBoss()).toBe(1)
    expect([given.status, given.body.message, given.body.data.status.id, given.body.data.is_new]).toEqual([
      200,
      'Ticket assegnato',
      2,
      false,
    ])
    await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })
    expect((await read(boss, t)).assignments).toHaveLength(1)
    const taken = await boss.post(`/support/ticket/${t.y}/${t.n}/deassign`, { user_id: boss.user_id })
    expect([taken.status, taken.body.message, taken.body.data.status.id]).toEqual([200, 'Utente rimosso', 1])
    const history = (await boss.get(`/support/ticket/history/${t.y}/${t.n}`)).body.data
    expect(history.map(({ event }: any) => event)).toEqual(['creato', 'assegnato', 'stato', 'rimosso', 'stato'])
    expect(history[1]).toMatchObject({ new: 'Tea Supticket', user: { name: 'Tea Supticket' }, label: 'Assegnato' })
    expect((await sara.get(`/support/ticket/history/${t.y}/${t.n}`)).status).toBe(403)
  }))

test('the first answer of an agent begins the work, waiting stops the clock, and what who asked says starts it again', () => {
  let now = new Date('2026-12-04T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { as } = world
      const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
      const t = await openedBy(world, sara)
      await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Solo per noi', internal: true })
      expect((await read(boss, t)).status.id).toBe(1)
      await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Che modello è?' })
      const working = await read(boss, t)
      expect(working.status).toEqual({ id: 3, name: 'working' })
      const wait = (body: object) => boss.post(`/support/ticket/${t.y}/${t.n}/update`, { rev: working.rev, status_id: 4, ...body })
      expect((await wait({})).body.error).toEqual({ waiting_for: 'Il campo In attesa di è obbligatorio.' })
      const waiting = (await wait({ waiting_for: 'requester' })).body.data
      expect([waiting.status.id, waiting.waiting_for]).toEqual([4, 'requester'])
      expect(waiting.due_words.join(' ')).toContain('Tempo fermo dal 04/12/2026 10:00 (in attesa di: richiedente)')
      // Four days, of which a Sunday and a holiday.
      now = new Date('2026-12-09T09:00:00.000Z')
      const [later, hers] = [await as('sup.ticket'), await as('solo.ticket')]
      await hers.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Il modello è il 200' })
      const again = await read(later, t)
      expect([again.status.id, again.waiting_for]).toEqual([3, null])
      expect(Date.parse(again.due_at)).toBeGreaterThan(Date.parse(waiting.due_at))
      expect(again.due_words.join(' ')).toMatch(
        /Festivi non contati: martedì 8 dicembre\.|Tempo fermo dal 04\/12\/2026 10:00 al 09\/12\/2026 10:00/,
      )
      const back = await later.post(`/support/ticket/${t.y}/${t.n}/update`, { rev: again.rev, status_id: 2 })
      expect([back.status, back.body.error]).toEqual([409, 'Passaggio di stato non consentito: da "In lavorazione" a "Assegnato".'])
    },
    () => now,
  )
})

test('closing asks for a solution, tells who asked, freezes; a closed one takes no word until it is reopened', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    for (const body of [{}, { resolution: '  ' }, { message: null }]) {
      const refused = await boss.post(`/support/ticket/${t.y}/${t.n}`, body)
      expect([refused.status, refused.body.error]).toEqual([422, { resolution: REQUIRED }])
    }
    expect((await read(boss, t)).status.id).toBe(1)
    const closed = await boss.post(`/support/ticket/${t.y}/${t.n}`, { message: 'Cambiata la scheda' })
    expect([closed.status, closed.body.message]).toEqual([200, 'Ticket chiuso'])
    expect(closed.body.data).toMatchObject({ status: { id: 5, name: 'close' }, is_new: false, resolution: 'Cambiata la scheda' })
    expect(closed.body.data.completed_at).not.toBeNull()
    expect((await boss.get('/support/ticket?per_page=100')).body.data.data.some(({ id }: any) => id === t.id)).toBe(false)
    expect((await boss.get('/support/ticket?per_page=100&view=closed')).body.data.data.some(({ id }: any) => id === t.id)).toBe(true)
    const refused = await sara.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Ma no' })
    expect([refused.status, refused.body.error]).toEqual([409, 'Il ticket è chiuso. Riaprirlo per aggiungere commenti.'])
    expect(await db.$count(ticket_comments, eq(ticket_comments.ticket_id, t.id))).toBe(0)
    expect((await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })).status).toBe(409)
    const change = { rev: closed.body.data.rev, subject: 'Altro' }
    expect((await boss.post(`/support/ticket/${t.y}/${t.n}/update`, change)).status).toBe(409)
    const asked = (await world.mails()).filter(({ subject }) => subject.includes(`${t.y}/${t.n}`))
    expect(asked.map(({ to }) => to)).toContain('solo.ticket@demo.example.it')

    const silent = await sara.post(`/support/ticket/${t.y}/${t.n}/reopen`, {})
    expect([silent.status, silent.body.error]).toEqual([422, { message: 'Il campo Messaggio è obbligatorio.' }])
    const open = await sara.post(`/support/ticket/${t.y}/${t.n}/reopen`, { message: 'È di nuovo ferma' })
    expect([open.status, open.body.message]).toEqual([200, 'Ticket riaperto'])
    expect(open.body.data).toMatchObject({ status: { id: 3 }, completed_at: null, resolution: null })
    expect(open.body.data.comments.at(-1).message).toBe('È di nuovo ferma')
    expect(await eventsOf(world, t.id)).toEqual(['creato', 'chiuso', 'riaperto'])
  }))

test('who asked may reopen within seven days, and close what is solved; agents who configure whenever', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { as } = world
      const sara = await as('solo.ticket')
      const t = await openedBy(world, sara)
      expect((await sara.post(`/support/ticket/${t.y}/${t.n}`, { resolution: 'Era staccata la spina' })).status).toBe(200)
      now = new Date('2026-11-10T09:00:00.000Z')
      const late = await as('solo.ticket')
      expect((await late.post(`/support/ticket/${t.y}/${t.n}/reopen`, { message: 'Rieccola' })).status).toBe(403)
      expect((await (await as('sup.ticket')).post(`/support/ticket/${t.y}/${t.n}/reopen`, {})).status).toBe(200)
    },
    () => now,
  )
})

test('internal notes never reach who is no agent: not in the conversation, the count, the search, nor an attachment', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    const note = { message: 'Zanzibar: il cliente paga in ritardo', internal: true }
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/comment`, note)).status).toBe(403)
    const made = (await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, note)).body.data
    const pdf = { name: 'segreto.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [pdf], { comment_id: String(made.id) })
    const hers = await read(sara, t)
    expect([hers.comments, hers.comments_count, hers.attachments]).toEqual([[], 0, []])
    expect(JSON.stringify(hers)).not.toContain('Zanzibar')
    expect((await sara.get('/support/ticket?filter=zanzibar')).body.data.total).toBe(0)
    expect((await sara.get('/support/ticket?filter=segreto')).body.data.total).toBe(0)
    expect((await sara.get(`/support/ticket/download/${t.uid}/segreto.pdf`)).status).toBe(404)
    expect((await boss.get('/support/ticket?filter=zanzibar')).body.data.total).toBe(1)
    expect((await boss.get(`/support/ticket/download/${t.uid}/segreto.pdf`)).status).toBe(200)
    const named = await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { ...note, mentions: [sara.user_id] })
    expect([named.status, named.body.error]).toEqual([422, { mentions: 'Sara Soloticket non può leggere questo messaggio.' }])
  }))

test('fields are changed by agents, the description by who asked until it is taken; an older revision is told; each change is in the history', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    const { rev } = await read(sara, t)
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/update`, { rev, priority: 4 })).status).toBe(403)
    const said = await sara.post(`/support/ticket/${t.y}/${t.n}/update`, { rev, description: 'Non eroga, e perde gasolio.' })
    expect([said.status, said.body.message]).toEqual([200, 'Ticket modificato'])
    const stale = await boss.post(`/support/ticket/${t.y}/${t.n}/update`, { rev, subject: 'Pompa 3' })
    expect([stale.status, stale.body.code, stale.body.data.description]).toEqual([409, 'stale', 'Non eroga, e perde gasolio.'])
    const made = await boss.post(`/support/ticket/${t.y}/${t.n}/update`, {
      ...{ rev: rev + 1, subject: 'Pompa 3 perde', priority: 4, contact: 'Gino 0524 555', due_at: '2030-01-02T10:00:00.000Z' },
    })
    expect(made.body.data).toMatchObject({ subject: 'Pompa 3 perde', priority: 4, due_at: '2030-01-02T10:00:00.000Z' })
    expect(made.body.data.due_words).toEqual(['Il termine è stato fissato a mano.', 'Scade il 02/01/2030 11:00.'])
    const changed = (await boss.get(`/support/ticket/history/${t.y}/${t.n}`)).body.data.filter(({ event }: any) => event === 'modificato')
    expect(changed.map(({ field, old, new: now }: any) => [field, old, now]).slice(1)).toEqual([
      ['Oggetto', 'Pompa 3 ferma', 'Pompa 3 perde'],
      ['Priorità', expect.any(String), 'Urgente'],
      ['Referente / telefono', null, 'Gino 0524 555'],
      ['Scadenza SLA', expect.any(String), '02/01/2030 11:00'],
    ])
    await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })
    const after = await read(sara, t)
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/update`, { rev: after.rev, description: 'Cambio idea adesso.' })).status).toBe(
      403,
    )
  }))

test('what is found: numbers, Italian words by their stem in subject, conversation and names of files; views and their counts agree', () =>
  inWorld(async (world) => {
    const { as } = world
    const boss = await as('sup.ticket')
    const t = await openedBy(world, boss, { subject: 'Pistole erogatrici bloccate' })
    await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Arrivato il preventivo della città' })
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [{ name: 'collaudo_guarnizioni.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }])
    const closed = await openedBy(world, boss, { subject: 'Estintore arrugginito' })
    await boss.post(`/support/ticket/${closed.y}/${closed.n}`, { resolution: 'Cambiato' })
    const found = async (filter: string) =>
      (await boss.get(`/support/ticket?per_page=100&filter=${encodeURIComponent(filter)}`)).body.data.data.map(({ id }: any) => id)
    for (const words of [`${t.y}/${t.n}`, 'pistola', 'PISTOL', 'preventivi', 'citta', 'guarnizione', 'pistola bloccato', 'tea supticket'])
      expect(await found(words), words).toContain(t.id)
    for (const words of ['pistola estintore', 'zzz', '%', '/', "' or 1=1 --", '<script>'])
      expect(await found(words), words).not.toContain(t.id)
    expect(await found('estintori')).toEqual([closed.id])
    const { counts, statuses } = (await boss.get('/support/ticket/info')).body.data
    expect(statuses.at(-1)).toEqual({ id: 5, name: 'close', label: 'Chiuso' })
    for (const view of ['all', 'new', 'mine', 'unassigned', 'late', 'waiting', 'closed'])
      expect([view, (await boss.get(`/support/ticket?view=${view}`)).body.data.total]).toEqual([view, counts[view]])
    expect(counts.open).toBe(counts.all)
    // The badge in the menu is of agents alone, and counts what each of them sees.
    for (const name of ['sup.ticket', 'helpdesk']) {
      const agent = await as(name)
      const { new_tickets } = (await agent.get('/notifications')).body.data
      expect([name, new_tickets]).toEqual([name, (await agent.get('/support/ticket?view=new')).body.data.total])
      expect(new_tickets).toBeGreaterThan(0)
    }
    for (const name of ['gestore', 'ispettore']) expect((await (await as(name)).get('/notifications')).body.data.new_tickets).toBe(0)
    expect((await boss.get('/support/ticket?sort=-number&per_page=100')).body.data.data[0].id).toBe(t.id)
    expect((await boss.get('/support/ticket?sort=nome')).status).toBe(422)
  }))

test('each filter gives the tickets it is about, and no other', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const station = await makeStation(db, { code: 'ZT6' })
    const there = await openedBy(world, boss, { station_id: station.id, priority: 4 })
    const hers = await openedBy(world, sara, { priority: 1 })
    await boss.post(`/support/ticket/${hers.y}/${hers.n}/assign`, { user_id: boss.user_id })
    await db.update(tickets).set({ created_at: '2020-05-05T10:00:00.000Z', inspection_id: 1 }).where(eq(tickets.id, there.id))
    const of = async (query: string) => {
      const { status, body } = await boss.get(`/support/ticket?per_page=100&${query}`)
      return status === 200 ? body.data.data.map(({ id }: any) => id).sort((a: number, b: number) => a - b) : body.error
    }
    for (const query of [
      `station=${station.id}`,
      `station_id=${station.id}`,
      'priority=4',
      `requester_id=${boss.user_id}`,
      'inspection_id=1',
      'status=1',
    ])
      expect([query, await of(query)]).toEqual([query, [there.id]])
    for (const query of ['priority=1', `requester_id=${sara.user_id}`, `assigned_to=${boss.user_id}`, 'status=assigned', 'status=2'])
      expect([query, await of(query)]).toEqual([query, [hers.id]])
    const day = await of('date_field=created_at&from=2020-05-05&to=2020-05-05')
    expect(day).toEqual([there.id])
    expect(await of('to=2020-05-04')).toEqual([])
    expect(await of('status=1,2')).toEqual([there.id, hers.id])
    const [{ category_id }] = (await db.select({ category_id: tickets.category_id }).from(tickets).where(eq(tickets.id, hers.id))) as [
      { category_id: number },
    ]
    expect(await of(`category_id=${category_id}`)).toContain(hers.id)
    expect(await of('category_id=99999')).toEqual([])
    expect(await of('date_field=id')).toHaveProperty('date_field')
    expect(await of('status=aperto')).toHaveProperty(['status.0'])
  }))

test('seen by an agent it is new no more; deleted by a supervisor it is gone, and gone twice is gone', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, helper, sara] = [await as('sup.ticket'), await as('helpdesk'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/seen`)).status).toBe(403)
    await helper.post(`/support/ticket/${t.y}/${t.n}/seen`)
    await boss.post(`/support/ticket/${t.y}/${t.n}/seen`)
    expect([(await read(boss, t)).is_new, await eventsOf(world, t.id)]).toEqual([false, ['creato', 'letto']])
    expect((await helper.del(`/support/ticket/${t.y}/${t.n}`)).status).toBe(403)
    expect((await boss.del(`/support/ticket/${t.y}/${t.n}`)).status).toBe(204)
    expect((await boss.del(`/support/ticket/${t.y}/${t.n}`)).status).toBe(204)
    expect((await boss.get(`/support/ticket/${t.y}/${t.n}`)).status).toBe(404)
  }))
