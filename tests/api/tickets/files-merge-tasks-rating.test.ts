import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { ticket_files, ticket_merges, ticket_ratings, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { openedBy, paper } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

/** Attachments, merging and splitting, the checklist, and the rating of tickets. */
const GONE = 'Il link non è valido o è scaduto.'
const read = async (caller: Caller, { y, n }: { y: number; n: number }) => (await caller.get(`/support/ticket/${y}/${n}`)).body.data

test('attachments are what they say they are, up to 20 MB, named apart; who is no agent takes away only its own, and nobody once it is closed', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [boss, sara, driver] = [await as('sup.ticket'), await as('solo.ticket'), await as('autista')]
    const t = await openedBy(world, sara)
    expect((await driver.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper()])).status).toBe(403)
    expect((await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [])).body.error).toBe('Assicurati di aver selezionato dei file')
    const bad = await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [{ name: 'virus.exe', bytes: Buffer.from('MZ') }])
    expect([bad.status, bad.body.error]).toEqual([415, 'Formato file non consentito.'])
    const page = { name: 'pagina.pdf', bytes: Buffer.from('<html><script>alert(1)</script>') }
    expect((await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [page])).status).toBe(415)
    const huge = await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [
      { name: 'grande.pdf', bytes: Buffer.alloc(21 * 1024 * 1024, 'x') },
    ])
    expect([huge.status, huge.body.error]).toEqual([413, 'Il file supera la dimensione massima di 20 MB.'])
    expect(await db.$count(ticket_files, eq(ticket_files.ticket_id, t.id))).toBe(0)

    const made = await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper(), paper(), paper('../../../etc/<b>50%?.pdf')])
    expect([made.status, made.body.message]).toEqual([201, 'File caricati'])
    const names = made.body.data.map(({ fileName }: any) => fileName)
    expect(names.slice(0, 2)).toEqual(['preventivo.pdf', 'preventivo (2).pdf'])
    expect(names[2]).not.toMatch(/[/\\%?<>]|\.\./)
    for (const name of names) {
      const got = await sara.get(`/support/ticket/download/${t.uid}/${encodeURIComponent(name)}`)
      expect([got.status, got.bytes.toString()]).toEqual([200, paper().bytes.toString()])
    }
    // With what was said, in the same ticket and by oneself.
    const other = await openedBy(world, sara)
    const said = async (who: Caller, { y, n }: { y: number; n: number }) =>
      (await who.post(`/support/ticket/${y}/${n}/comment`, { message: 'Ecco' })).body.data.id
    for (const comment_id of [await said(sara, other), await said(boss, t), 2_000_000_000]) {
      const astray = await sara.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper('altrove.pdf')], { comment_id: String(comment_id) })
      expect([astray.status, astray.body.error]).toEqual([422, { comment_id: 'Il valore selezionato per Commento non esiste.' }])
    }
    expect(await db.$count(ticket_files, eq(ticket_files.ticket_id, t.id))).toBe(3)
    const agents = await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper('ordine.pdf')])
    expect(agents.status).toBe(201)
    expect((await sara.del(`/support/ticket/download/${t.uid}/ordine.pdf`)).status).toBe(403)
    const [mine] = names
    expect((await sara.del(`/support/ticket/download/${t.uid}/${mine}`)).status).toBe(204)
    expect(await db.$count(files, and(eq(files.owner_type, 'ticket'), eq(files.owner_id, t.id)))).toBe(3)
    await boss.post(`/support/ticket/${t.y}/${t.n}`, { resolution: 'Fatto' })
    const frozen = await boss.del(`/support/ticket/download/${t.uid}/ordine.pdf`)
    expect([frozen.status, frozen.body.error]).toEqual([409, 'Il ticket è chiuso: gli allegati non si possono più modificare.'])
    expect((await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper()])).status).toBe(409)
    expect((await boss.get(`/support/ticket/download/${t.uid}/ordine.pdf`)).status).toBe(200)
  }))

test('a path out of its folder is refused in every encoding, and nothing is deleted', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const boss = await as('sup.ticket')
    const t = await openedBy(world, boss)
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper()])
    const before = await db.$count(files)
    for (const name of [
      ...[
        '..%2f..%2fetc%2fpasswd',
        '..%5c..%5cwin.ini',
        '%2e%2e%2f%2e%2e%2fsecret',
        '..%252f..%252fetc',
        '%252e%252e%252f',
        '.%2e%2fpreventivo.pdf',
      ],
      ...[
        '..%c0%af..%c0%afetc',
        'preventivo.pdf%00.jpg',
        '%2fetc%2fpasswd',
        '..',
        '%2e%2e',
        '....%2f%2f',
        '..;%2fpreventivo.pdf',
        '%e2%80%a6%2f',
      ],
    ])
      for (const ask of [boss.del, boss.get]) {
        const answer = await ask(`/support/ticket/download/${t.uid}/${name}`)
        // What does not exist counts as deleted.
        expect(ask === boss.del ? [204, 400, 405, 422] : [400, 404, 405, 422], `${name}: ${answer.status}`).toContain(answer.status)
        expect(JSON.stringify(answer.body), name).not.toMatch(/root:|stack|ENOENT/)
      }
    expect(await db.$count(files)).toBe(before)
    expect((await boss.get(`/support/ticket/download/${randomUUID()}/preventivo.pdf`)).status).toBe(404)
  }))

test('a ticket is merged into another, where its conversation goes on, and taken out again within thirty days', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { db, as } = world
      const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
      const [one, two] = [await openedBy(world, sara, { subject: 'Il primo' }), await openedBy(world, boss, { subject: 'Il secondo' })]
      await boss.post(`/support/ticket/${one.y}/${one.n}/comment`, { message: 'Detto nel primo' })
      const into = { into: { id_year: two.y, id_number: two.n } }
      expect((await sara.post(`/support/ticket/${one.y}/${one.n}/merge`, into)).status).toBe(403)
      const self = await boss.post(`/support/ticket/${one.y}/${one.n}/merge`, { into: { id_year: one.y, id_number: one.n } })
      expect(self.body.error).toEqual({ into: 'Un ticket non si unisce a se stesso.' })
      const nowhere = await boss.post(`/support/ticket/${one.y}/${one.n}/merge`, { into: { id_year: 1999, id_number: 1 } })
      expect([nowhere.status, nowhere.body.error]).toEqual([422, { into: 'Il valore selezionato per Ticket non esiste.' }])
      const made = await boss.post(`/support/ticket/${one.y}/${one.n}/merge`, into)
      expect([made.status, made.body.message]).toEqual([200, 'Ticket unito'])
      expect(made.body.data).toMatchObject({ id: two.id, merged: [{ id_year: one.y, id_number: one.n, subject: 'Il primo' }] })
      expect(made.body.data.comments).toMatchObject([{ message: 'Detto nel primo', from: { id_year: one.y, id_number: one.n } }])
      expect(await read(boss, one)).toMatchObject({ status: { id: 5 }, merged_into: { id_year: two.y, id_number: two.n } })
      // A comment to the old number goes to the other ticket.
      expect((await sara.post(`/support/ticket/${one.y}/${one.n}/comment`, { message: 'E adesso?' })).status).toBe(201)
      expect((await read(boss, two)).comments.at(-1)).toMatchObject({ message: 'E adesso?', from: null })
      expect((await sara.post(`/support/ticket/${one.y}/${one.n}/reopen`, { message: 'no' })).status).toBe(403)

      const apart = await boss.post(`/support/ticket/${one.y}/${one.n}/unmerge`)
      expect([apart.status, apart.body.message]).toEqual([200, 'Unione annullata'])
      expect(apart.body.data).toMatchObject({ status: { id: 3 }, completed_at: null, resolution: null, merged_into: null })
      expect((await read(boss, two)).comments.map(({ message }: any) => message)).toEqual(['E adesso?'])
      expect((await boss.post(`/support/ticket/${one.y}/${one.n}/unmerge`)).status).toBe(409)

      await boss.post(`/support/ticket/${one.y}/${one.n}/merge`, into)
      now = new Date('2026-12-03T09:00:00.000Z')
      const late = await (await as('sup.ticket')).post(`/support/ticket/${one.y}/${one.n}/unmerge`)
      expect([late.status, late.body.error]).toEqual([409, 'Un’unione si annulla entro 30 giorni.'])
      expect(await db.$count(ticket_merges, eq(ticket_merges.source_id, one.id))).toBe(2)
    },
    () => now,
  )
})

test('some of what was said becomes a ticket of its own, with its attachments', () =>
  inWorld(async (world) => {
    const { as } = world
    const boss = await as('sup.ticket')
    const t = await openedBy(world, boss)
    const say = async (message: string) => (await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message })).body.data
    const [stays, goes] = [await say('Resta qui'), await say('Anche il bagno perde acqua')]
    await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper('bagno.pdf')], { comment_id: String(goes.id) })
    const wrong = await boss.post(`/support/ticket/${t.y}/${t.n}/split`, { subject: 'Bagno', comments: [goes.id, 999_999] })
    expect([wrong.status, wrong.body.error]).toEqual([422, { comments: 'Il valore selezionato per Commento non esiste.' }])
    const made = await boss.post(`/support/ticket/${t.y}/${t.n}/split`, { subject: 'Bagno che perde', comments: [goes.id] })
    expect([made.status, made.body.message]).toEqual([201, 'Ticket diviso'])
    expect(made.body.data.description, 'what moves is not said twice').toMatch(`Diviso dal ticket ${t.y}/${t.n}: `)
    expect(made.body.data.description).not.toContain('bagno')
    expect(made.body.data).toMatchObject({ subject: 'Bagno che perde', split_from: { id_year: t.y, id_number: t.n } })
    expect(made.body.data.comments).toMatchObject([{ message: 'Anche il bagno perde acqua', attachments: [{ fileName: 'bagno.pdf' }] }])
    expect((await read(boss, t)).comments.map(({ id }: any) => id)).toEqual([stays.id])
    expect((await boss.get('/support/ticket?filter=bagno')).body.data.data.map(({ id }: any) => id)).toEqual([made.body.data.id])
  }))

test('a part that was split off is signed by whoever split it, keeps the assignees, and merged back it is of the ticket it was written in', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, helper, sara] = [await as('sup.ticket'), await as('helpdesk'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    const at = `/support/ticket/${t.y}/${t.n}`
    await boss.post(`${at}/assign`, { user_id: helper.user_id })
    const { id } = (await sara.post(`${at}/comment`, { message: 'Anche il bagno perde acqua' })).body.data
    const { data } = (await boss.post(`${at}/split`, { subject: 'Bagno che perde', comments: [id] })).body
    const here = { id_year: t.y, id_number: t.n }
    expect(data).toMatchObject({
      ...{ requester: { id: sara.user_id }, written_by: { id: boss.user_id }, split_from: here },
      ...{ status: { id: 2 }, assignments: [{ user_id: helper.user_id }] },
      comments: [{ user: { id: sara.user_id }, from: null, written_in: here }],
    })
    const part = { y: data.id_year, n: data.id_number }
    const again = (await boss.post(`/support/ticket/${part.y}/${part.n}/split`, { subject: 'Di nuovo', comments: [id] })).body.data
    expect(again.comments, 'also after a second split').toMatchObject([{ written_in: here }])
    const joined = (await boss.post(`/support/ticket/${again.id_year}/${again.id_number}/merge`, { into: here })).body.data
    expect(joined.comments).toMatchObject([{ from: { id_number: again.id_number }, written_in: null }])
    expect(joined.merged).toMatchObject([{ split: true, written_by: { id: boss.user_id } }])
  }))

test('a checklist is kept by agents while the ticket is open', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    expect((await sara.post(`/support/ticket/${t.y}/${t.n}/tasks`, { text: 'Chiamare' })).status).toBe(403)
    const one = await boss.post(`/support/ticket/${t.y}/${t.n}/tasks`, { text: 'Chiamare la ditta' })
    expect([one.status, one.body.message]).toEqual([201, 'Attività aggiunta'])
    const two = (await boss.post(`/support/ticket/${t.y}/${t.n}/tasks`, { text: 'Provare la pompa' })).body.data
    const done = await boss.put(`/support/ticket/${t.y}/${t.n}/tasks/${one.body.data.id}`, { done: true })
    expect(done.body.data).toMatchObject({ text: 'Chiamare la ditta', done_by: { name: 'Tea Supticket' } })
    expect((await boss.del(`/support/ticket/${t.y}/${t.n}/tasks/${two.id}`)).status).toBe(204)
    expect((await read(sara, t)).tasks.map(({ text, done_at }: any) => [text, done_at !== null])).toEqual([['Chiamare la ditta', true]])
    await boss.post(`/support/ticket/${t.y}/${t.n}`, { resolution: 'Fatto' })
    expect((await boss.post(`/support/ticket/${t.y}/${t.n}/tasks`, { text: 'Ancora' })).status).toBe(409)
  }))

test('after closing whoever asked says how it went, without signing in, and not by a link that is forged or old', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { db, as, mails } = world
      const [boss, sara, nobody] = [await as('sup.ticket'), await as('solo.ticket'), await as()]
      const t = await openedBy(world, sara)
      await boss.post(`/support/ticket/${t.y}/${t.n}`, { resolution: 'Sostituita la scheda' })
      const mail = (await mails()).find(({ text }) => text.includes('/valutazione/'))!
      expect(mail.to).toBe('solo.ticket@demo.example.it')
      const token = /valutazione\/([\w-]{43})\?voto=5/.exec(mail.text)![1]!
      const [kept] = await db.select().from(ticket_ratings).where(eq(ticket_ratings.ticket_id, t.id))
      expect(JSON.stringify(kept)).not.toContain(token)
      expect((await nobody.get(`/support/ticket/rating/${token}`)).body.data).toEqual({
        id_year: t.y,
        id_number: t.n,
        subject: 'Pompa 3 ferma',
        score: null,
        note: null,
      })
      const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
      for (const wrong of [forged, 'A'.repeat(43), 'x']) {
        const answer = await nobody.post(`/support/ticket/rating/${wrong}`, { score: 5 })
        expect(answer.status).toBe(422)
        expect(JSON.stringify(answer.body.error)).toContain(GONE)
      }
      // One that is not signed here, though its hash stands in the database, and one that is good for another day.
      const [unsigned, moved] = ['B'.repeat(43), new Date('2027-11-02T09:00:00.000Z').toISOString()]
      const kept_as = (more: object) => db.update(ticket_ratings).set(more).where(eq(ticket_ratings.id, kept!.id))
      await kept_as({ token_hash: createHash('sha256').update(unsigned).digest('hex') })
      expect((await nobody.post(`/support/ticket/rating/${unsigned}`, { score: 5 })).body.error).toBe(GONE)
      await kept_as({ token_hash: kept!.token_hash, expires_at: moved })
      expect((await nobody.post(`/support/ticket/rating/${token}`, { score: 5 })).body.error).toBe(GONE)
      await kept_as({ expires_at: kept!.expires_at })
      expect((await nobody.post(`/support/ticket/rating/${token}`, { score: 6 })).status).toBe(422)
      expect((await nobody.post(`/support/ticket/rating/${token}`, { score: 5, note: '<b>Bravi</b>' })).status).toBe(204)
      expect((await read(boss, t)).rating).toMatchObject({ score: 5, note: '<b>Bravi</b>' })

      const next = await openedBy(world, sara)
      await boss.post(`/support/ticket/${next.y}/${next.n}`, { resolution: 'Fatto' })
      const late = /valutazione\/([\w-]{43})/.exec((await mails()).findLast(({ text }) => text.includes('/valutazione/'))!.text)![1]
      now = new Date('2026-12-05T09:00:00.000Z')
      expect((await nobody.post(`/support/ticket/rating/${late}`, { score: 5 })).status).toBe(422)
      expect(await db.$count(tickets, eq(tickets.status_id, 5))).toBeGreaterThan(1)
    },
    () => now,
  )
})
