import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_comments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { remindTickets } from '../../../server/resources/tickets/reminders.ts'
import { makeStation } from '../support/fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const read = async (who: Caller, t: { y: number; n: number }) => (await who.get(`/support/ticket/${t.y}/${t.n}`)).body.data
const MACRO = { event: 'macro', subject: 'x', body: 'Ciao {{richiedente}}, passo domani. {{operatore}}' }
const madeBy = async (boss: Caller, more: object): Promise<number> => {
  const made = await boss.post('/support/t/default', { ...MACRO, ...more })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data.id
}
async function ran(world: World, who: Caller, body: object) {
  const answer = await who.post('/bulk', { list: 'tickets.list', ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await world.runs()
  return (await world.db.select().from(job_rows).where(eq(job_rows.job_id, answer.body.data.id))).map(({ outcome }) => outcome)
}

test('a macro changes several things and writes its text in one call, or closes with it', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const waits = await madeBy(boss, { name: 'Passo domani', leads_to: 'company', set_priority: 4, assign_me: true })
    const t = await openedBy(world, sara)
    const done = await boss.post(`/support/ticket/${t.y}/${t.n}/macro`, { macro_id: waits })
    expect([done.status, done.body.message]).toEqual([200, 'Macro eseguita'])
    expect(done.body.data).toMatchObject({
      ...{ status: { id: 4 }, waiting_for: 'company', priority: 4, assignments: [{ user_id: boss.user_id }] },
      comments: [{ message: 'Ciao Sara Soloticket, passo domani. Tea Supticket', internal: false }],
    })
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/macro`, { macro_id: waits })).status).toBe(403)
    const text = (await boss.get('/support/t/default')).body.data.find(({ event }: { event: string }) => event === 'ticket_comment')
    expect((await boss.post(`/support/ticket/${t.y}/${t.n}/macro`, { macro_id: text.id })).body.error).toEqual({
      macro_id: 'Il valore selezionato per Macro non esiste.',
    })

    // Many at once: a note to each, then closed with the text as solution.
    const more = [await openedBy(world, sara, { subject: 'Teta uno' }), await openedBy(world, sara, { subject: 'Teta due' })]
    const ids = more.map(({ id }) => id)
    const note = await madeBy(boss, { name: 'Da richiamare', internal: true })
    expect(await ran(world, boss, { action: 'macro', ids, values: { macro_id: note } })).toHaveLength(2)
    expect(await db.$count(ticket_comments, and(inArray(ticket_comments.ticket_id, ids), eq(ticket_comments.internal, true)))).toBe(2)
    const closes = await madeBy(boss, { name: 'Chiudo', leads_to: 'close' })
    expect(await ran(world, boss, { action: 'macro', ids, values: { macro_id: closes } })).toEqual(['fatto', 'fatto'])
    expect(await read(boss, more[0]!)).toMatchObject({ status: { id: 5 }, resolution: 'Ciao Sara Soloticket, passo domani. Tea Supticket' })
  }))

test('many tickets wait until a day, on which their assignees are reminded once', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { db, as, deps } = world
      const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
      const t = await openedBy(world, sara, { subject: 'Iota' })
      const url = `/support/ticket/${t.y}/${t.n}`
      await boss.post(`${url}/assign`, { user_id: boss.user_id })
      const { rev } = await read(boss, t)
      expect((await boss.post(`${url}/update`, { rev, remind_on: '2026-11-04' })).body.error).toEqual({
        remind_on: 'Il promemoria vale finché il ticket è in attesa.',
      })
      expect(await ran(world, boss, { action: 'status', ids: [t.id], values: { status_id: '3' } })).toEqual(['fatto'])
      const values = { status_id: '4', waiting_for: 'parts', remind_on: '2026-11-04' }
      expect(await ran(world, boss, { action: 'status', ids: [t.id], values })).toEqual(['fatto'])
      expect(await read(boss, t)).toMatchObject({ status: { id: 4 }, waiting_for: 'parts', remind_on: '2026-11-04' })
      const late = await boss.post(`${url}/update`, { rev: (await read(boss, t)).rev, remind_on: '2026-11-01' })
      expect([late.status, late.body.error]).toEqual([
        422,
        { remind_on: 'Il promemoria è in un giorno già passato: scegli oggi o un giorno successivo.' },
      ])
      const told = async () =>
        (await db.select().from(notifications).where(eq(notifications.subject_id, t.id))).filter(({ title }) =>
          title.includes('Promemoria'),
        )
      const remind = () => remindTickets({ ...deps, db, now })
      await remind()
      expect(await told()).toEqual([])
      now = new Date('2026-11-04T09:00:00.000Z')
      await remind()
      await remind()
      expect((await told()).map(({ user_id, text }) => [user_id, text])).toEqual([
        [boss.user_id, 'Il ticket è in attesa di: ricambi. Per oggi è previsto un promemoria.'],
      ])
      const later = await as('sup.ticket')
      await later.post(`${url}/update`, { rev: (await read(later, t)).rev, status_id: 3 })
      expect((await read(later, t)).remind_on).toBeNull()
    },
    () => now,
  )
})

test('an agent says later for whom a ticket is and when it is due, and that person is told', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, boss)
    const { rev, due_at } = await read(boss, t)
    expect((await sara.get(`/support/ticket/${t.y}/${t.n}`)).status).toBe(404)
    const change = { rev, due_at: '2026-12-24T17:00:00.000Z', requester_id: sara.user_id }
    const changed = await boss.post(`/support/ticket/${t.y}/${t.n}/update`, change)
    expect(changed.body.data).toMatchObject({ requester: { id: sara.user_id }, due_at: '2026-12-24T17:00:00.000Z' })
    expect((await sara.get(`/support/ticket/${t.y}/${t.n}`)).status).toBe(200)
    const mail = (await world.mails()).find(({ to }) => to === 'solo.ticket@demo.example.it')!
    expect(mail.text).toContain('Tea Supticket ha aperto il ticket per te.')
    const lines = (await boss.get(`/support/ticket/history/${t.y}/${t.n}`)).body.data.map((one: any) => [one.field, one.new])
    expect(lines).toContainEqual(['Richiedente', 'Sara Soloticket'])
    // A due time that a form sends back as it was is not one set by hand.
    const next = await openedBy(world, boss)
    const same = { rev: (await read(boss, next)).rev, due_at: (await read(boss, next)).due_at, subject: 'Altro' }
    await boss.post(`/support/ticket/${next.y}/${next.n}/update`, same)
    expect((await db.select().from(tickets).where(eq(tickets.id, next.id)))[0]!.due_given).toBe(false)
    expect(due_at).not.toBe('2026-12-24T17:00:00.000Z')
    const gone = await boss.post(`/support/ticket/${t.y}/${t.n}/update`, { rev: changed.body.data.rev, requester_id: 999_999 })
    expect(gone.body.error).toEqual({ requester_id: 'Il valore selezionato per Richiedente non esiste.' })
  }))

test('a search finds code, name and town of the station, and names of files, whatever their accents', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const boss = await as('sup.ticket')
    const station = await makeStation(db, { code: 'ZZ77', name: 'Škoda Łukasz', city: 'Straßberg' })
    const t = await openedBy(world, boss, { subject: 'Vetro rotto', station_id: station.id })
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [
      { name: 'Fotò-pompa.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') },
    ])
    for (const asked of ['zz77', 'skoda', 'Škoda lukasz', 'strassberg', 'vetro straßberg', 'foto pompa'])
      expect(
        (await boss.get(`/support/ticket?filter=${encodeURIComponent(asked)}`)).body.data.data.map(({ id }: any) => id),
        asked,
      ).toEqual([t.id])
  }))

test('a search finds the tickets of an assignee by their name, and says so', () =>
  inWorld(async (world) => {
    const [boss, sara] = [await world.as('sup.ticket'), await world.as('solo.ticket')]
    const t = await openedBy(world, sara, { subject: 'Omega rotto' })
    await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })
    const { data } = (await boss.get('/support/ticket?filter=téa%20supticket')).body.data
    expect(data.find(({ id }: any) => id === t.id)).toMatchObject({ found_in: 'assegnato a Tea Supticket' })
    expect((await sara.get('/support/ticket?filter=supticket')).body.data.data.map(({ id }: any) => id)).toEqual([t.id])
    const found = (await boss.get('/search?search=supticket')).body
    expect(JSON.stringify(found)).toContain('Omega rotto')
  }))

test('a search says where it found what a row does not show: a file, the description, a comment; of internal notes only to agents', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara, { subject: 'Zeta rotto', description: 'Perde acqua' })
    const at = `/support/ticket/${t.y}/${t.n}`
    await boss.upload(`${at}/upload`, [{ name: 'Fotò Škoda.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') }])
    await boss.post(`${at}/comment`, { message: 'Arriva il vetraio' })
    await boss.post(`${at}/comment`, { message: 'Vetraio inaffidabile', internal: true })
    expect((await (await as('lettura.rete')).get('/support/ticket?filter=zeta')).status).toBe(403)
    const told = async (who: Caller, text: string) =>
      (await who.get(`/support/ticket?filter=${encodeURIComponent(text)}`)).body.data.data.map(({ found_in }: any) => found_in)
    expect(await told(boss, 'zeta rotti'), 'the subject shows it').toEqual([null])
    expect(await told(sara, 'zeta skoda')).toEqual(['allegato «Fotò Škoda.pdf»'])
    expect(await told(sara, 'zeta acqua')).toEqual(['descrizione'])
    expect(await told(sara, 'zeta vetraio')).toEqual([expect.stringMatching(/^commento di /)])
    expect(await told(boss, 'zeta inaffidabile')).toEqual([expect.stringMatching(/^nota interna di /)])
    expect(await told(sara, 'zeta inaffidabile')).toEqual([])
    expect((await boss.get('/support/ticket')).body.data.data.every(({ found_in }: any) => found_in === null)).toBe(true)
  }))

test('a deletion is undone within thirty days, until which whoever may undo it finds the ticket; whoever could see it reads who deleted it', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { as } = world
      const [boss, sara, gina] = [await as('sup.ticket'), await as('solo.ticket'), await as('gestore')]
      const t = await openedBy(world, sara)
      const url = `/support/ticket/${t.y}/${t.n}`
      /** The deleted tickets that somebody finds, and their number beside the view. */
      const found = async (who: typeof boss) => {
        const { data } = (await who.get('/support/ticket?view=deleted')).body.data
        return [data.map(({ id }: { id: number }) => id), (await who.get('/support/ticket/info')).body.data.counts.deleted]
      }
      expect((await sara.get(`${url}/deleted`)).status).toBe(404)
      expect(await found(boss)).toEqual([[], 0])
      expect((await boss.del(url)).status).toBe(204)
      expect(await found(boss)).toEqual([[t.id], 1])
      for (const other of [sara, await as('helpdesk')]) expect(await found(other)).toEqual([[], 0])
      expect((await sara.get(`${url}/deleted`)).body.data).toMatchObject({ subject: 'Pompa 3 ferma', by: { name: 'Tea Supticket' } })
      expect((await gina.get(`${url}/deleted`)).status).toBe(404)
      expect((await sara.post(`${url}/restore`)).status).toBe(403)
      expect((await boss.post(`${url}/restore`)).body.message).toBe('Ticket ripristinato')
      expect((await sara.get(url)).status).toBe(200)
      await boss.del(url)
      now = new Date('2026-12-03T09:00:00.000Z')
      const late = await (await as('sup.ticket')).post(`${url}/restore`)
      expect([late.status, late.body.error]).toEqual([409, 'Un’eliminazione si annulla entro 30 giorni.'])
      expect(await found(await as('sup.ticket'))).toEqual([[], 0])
    },
    () => now,
  )
})
