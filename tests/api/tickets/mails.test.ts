import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notification_group_users, notification_groups, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_categories, ticket_history } from '../../../server/db/schema/tickets/tickets.ts'
import { mailer } from '../../../server/lib/jobs/mail.ts'
import { readMail } from '../../mail-parts.ts'
import { openedBy, paper } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const REQUESTER = 'solo.ticket@demo.example.it'
type Opened = Awaited<ReturnType<typeof openedBy>>
/** Sends what waits, and gives the newest mail to an address. */
const lastTo = async (world: World, to: string) => (await world.mails()).filter((mail) => mail.to === to).at(-1)!
const say = (who: Caller, t: Opened, body: object) => who.post(`/support/ticket/${t.y}/${t.n}/comment`, body)

test('mails of a ticket are one conversation with one subject, quote the last messages, and are answered by no program', () =>
  inWorld(async (world) => {
    const { as, deps } = world
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const t = await openedBy(world, sara)
    await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: boss.user_id })
    const first = (await say(boss, t, { message: 'Arriva il tecnico domani' })).body.data
    const second = (await say(boss, t, { message: 'Anzi, oggi' })).body.data
    const mails = (await world.mails()).filter(({ to }) => to === REQUESTER)
    const root = `ticket.${t.id}@piazzale.test`
    expect(mails.map(({ subject, thread, settings }) => ({ subject, thread, settings }))).toEqual(
      [first, second].map(({ id }) => ({
        subject: `[#${t.y}/${t.n}] Pompa 3 ferma`,
        thread: { first: root, id: `ticket.${t.id}.comment.${id}@piazzale.test` },
        settings: 'http://piazzale.test/utenti/profilo',
      })),
    )
    // What was said before stands below the link, newest first.
    const [above, below] = mails[1]!.text.split(`http://piazzale.test/tickets/${t.y}/${t.n}`) as [string, string]
    expect(above).toContain('Anzi, oggi')
    expect(below.indexOf('> Arriva il tecnico domani')).toBeGreaterThan(0)
    expect(below.indexOf('> Non eroga da stamattina.')).toBeGreaterThan(below.indexOf('> Arriva il tecnico domani'))
    expect(below).not.toContain('> Anzi, oggi')

    // The headers as a mail program reads them.
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-mails-'))
    deps.mail = mailer(folder, 'Rete <rete@example.it>')
    await say(boss, t, { message: 'Fatto?' })
    await world.mails()
    const raw = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    const one = raw.find((text) => text.includes(REQUESTER))!
    expect(one).toMatch(new RegExp(`^In-Reply-To: <${root}>\\r$`, 'm'))
    expect(one).toMatch(new RegExp(`^References: <${root}>\\r$`, 'm'))
    expect(one).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(one).toMatch(/^List-Unsubscribe: <http:\/\/piazzale\.test\/utenti\/profilo>\r$/m)
    // Nothing is wider than the screen, and colours come in pairs.
    const page = readMail(one).parts['text/html']!
    expect(page).toContain('max-width:560px')
    expect(page.replaceAll(/background:#\w+;color:#\w+/g, '')).not.toMatch(/[;"](background|color):/)
  }))

test('a mail names what is attached, and that of an internal note says that it is one and quotes no other', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara, helper] = [await as('sup.ticket'), await as('solo.ticket'), await as('helpdesk')]
    const [group] = await world.db
      .insert(notification_groups)
      .values({ name: 'Ditta esterna', emails: 'ditta@example.it', events: ['ticket_comment'] })
      .returning()
    await world.db.insert(notification_group_users).values({ group_id: group!.id, user_id: (await as('rete')).user_id })
    await world.db.update(ticket_categories).set({ notification_group_id: group!.id })
    const t = await openedBy(world, sara)
    await boss.post(`/support/ticket/${t.y}/${t.n}/assign`, { user_id: helper.user_id })
    await world.mails()
    await say(boss, t, { message: 'Il fornitore non paga', internal: true })
    const note = await lastTo(world, 'helpdesk@demo.example.it')
    expect(note.text).toMatch(/^Nota interna: Pompa 3 ferma\n\nNota interna: la leggono solo gli operatori, non chi ha chiesto\./)
    expect(note.text).toContain('Il fornitore non paga')
    // Neither whoever asked nor the group of the category is told of a note; the group may have members who may not read it.
    expect((await world.mails()).filter(({ text }) => text.includes('Il fornitore non paga')).map(({ to }) => to)).toEqual([note.to])
    const notes = await world.db.select().from(notifications).where(like(notifications.title, '%Nota interna%'))
    expect(notes.map(({ user_id }) => user_id)).toEqual([helper.user_id])

    const uuid = '6f1b0f54-5f0e-4b53-9d0d-0a2f5a3e1c77'
    const file = paper('preventivo.pdf')
    const facts = { uuid, record: t.uid, sha256: createHash('sha256').update(file.bytes).digest('hex'), size: String(file.bytes.length) }
    expect((await boss.upload('/support/ticket/files', [file], { ...facts, record: '7f1b0f54-5f0e-4b53-9d0d-0a2f5a3e1c77' })).status).toBe(
      201,
    )
    expect((await say(boss, t, { message: 'Ecco', uuid: '7f1b0f54-5f0e-4b53-9d0d-0a2f5a3e1c77', photos: [uuid] })).status).toBe(201)
    const mail = await lastTo(world, REQUESTER)
    expect(mail.text).toContain('Allegato: preventivo.pdf')
    expect(mail.text).not.toContain('Il fornitore non paga')
  }))

test('closing sends one mail with the question in it; opening its link votes nothing, and the vote may be changed for a week', () => {
  let now = new Date('2026-11-02T09:00:00.000Z')
  return inWorld(
    async (world) => {
      const { db, as } = world
      const [boss, sara, nobody] = [await as('sup.ticket'), await as('solo.ticket'), await as()]
      const t = await openedBy(world, sara)
      await world.mails().then((sent) => sent.splice(0))
      await boss.post(`/support/ticket/${t.y}/${t.n}`, { resolution: 'Sostituita la scheda' })
      const mails = (await world.mails()).filter(({ to }) => to === REQUESTER)
      expect(mails).toHaveLength(1)
      expect(mails[0]!.subject).toBe(`[#${t.y}/${t.n}] Pompa 3 ferma`)
      expect(mails[0]!.text).toContain('Sostituita la scheda')
      const answers = mails[0]!.blocks!.find((block) => block.kind === 'answers')!
      expect(answers.of.map(({ label }) => label)).toEqual(['Del tutto', 'Molto', 'Abbastanza', 'Poco', 'Per niente'])
      const token = /valutazione\/([\w-]{43})\?voto=5$/.exec(answers.of[0]!.href)![1]!
      const voted = async () =>
        (await db.select().from(ticket_history).where(eq(ticket_history.ticket_id, t.id)).orderBy(ticket_history.id))
          .filter(({ event }) => event === 'valutato')
          .map((one) => [one.old, one.new])
      const url = `/support/ticket/rating/${token}`
      expect((await nobody.get(url)).body.data).toMatchObject({ subject: 'Pompa 3 ferma', score: null })
      expect(await voted()).toEqual([])
      expect((await nobody.post(url, { score: 2 })).status).toBe(204)
      now = new Date('2026-11-08T09:00:00.000Z')
      expect((await nobody.get(url)).body.data).toMatchObject({ score: 2, note: null })
      expect((await nobody.post(url, { score: 5, note: 'Poi è andata' })).status).toBe(204)
      expect(await voted()).toEqual([
        [null, '2 su 5'],
        ['2 su 5', '5 su 5: Poi è andata'],
      ])
      now = new Date('2026-11-09T09:00:01.000Z')
      expect((await nobody.post(url, { score: 1 })).status).toBe(422)
      expect((await nobody.get(url)).status).toBe(422)
    },
    () => now,
  )
})

test('merging shows the request of the source in the target, and tells both who asked', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara, gina] = [await as('sup.ticket'), await as('solo.ticket'), await as('stazione')]
    const [source, target] = [await openedBy(world, sara, { subject: 'Totem spento' }), await openedBy(world, gina)]
    await world.mails().then((sent) => sent.splice(0))
    const merged = await boss.post(`/support/ticket/${source.y}/${source.n}/merge`, { into: { id_year: target.y, id_number: target.n } })
    expect(merged.body.data.merged).toMatchObject([
      { subject: 'Totem spento', description: 'Non eroga da stamattina.', requester: { id: sara.user_id } },
    ])
    const told = (await world.mails()).map(({ to, subject, text }) => [to, subject, text.split('\n')[0]])
    expect(told).toHaveMembers([
      [REQUESTER, `[#${source.y}/${source.n}] Totem spento`, `Unito al ticket ${target.y}/${target.n}: Totem spento`],
      [
        'stazione@demo.example.it',
        `[#${target.y}/${target.n}] Pompa 3 ferma`,
        `Unito qui il ticket ${source.y}/${source.n}: Pompa 3 ferma`,
      ],
    ])
  }))

test('whoever asked in a merged ticket writes on in it, reads what they wrote, and is told by its number when the other one is closed', () =>
  inWorld(async (world) => {
    const { as } = world
    const [boss, sara, gina] = [await as('sup.ticket'), await as('solo.ticket'), await as('stazione')]
    const [first, second] = [await openedBy(world, sara, { subject: 'Totem spento' }), await openedBy(world, sara, { subject: 'Ancora' })]
    const [between, last] = [await openedBy(world, boss), await openedBy(world, gina)]
    const at = ({ y, n }: Opened) => `/support/ticket/${y}/${n}`
    const read = async (who: Caller, t: Opened) => (await who.get(at(t))).body.data
    const merge = async (t: Opened, into: Opened) =>
      expect((await boss.post(`${at(t)}/merge`, { into: { id_year: into.y, id_number: into.n } })).status).toBe(200)
    await merge(first, between)
    await merge(between, last)
    await merge(second, last)
    await say(gina, last, { message: 'Solo per l’ufficio di Gina' })
    expect((await say(sara, first, { message: 'Novità?' })).status).toBe(201)
    expect((await read(gina, last)).comments.map(({ message }: any) => message)).toEqual(['Solo per l’ufficio di Gina', 'Novità?'])
    const seen = await read(sara, first)
    expect(seen.merged_into).toEqual({ id_year: last.y, id_number: last.n, seen: false, closed: false })
    expect(seen.comments).toMatchObject([{ message: 'Novità?', from: { id_year: last.y, id_number: last.n } }])
    expect((await read(boss, first)).merged_into).toMatchObject({ seen: true, closed: false })
    expect((await sara.get(at(last))).status).toBe(404)
    // A stranger who only sees the merged ticket writes no more in it than in another.
    expect((await say(await as('rete'), first, { message: 'Anch’io' })).status).toBeGreaterThanOrEqual(403)

    await world.mails().then((sent) => sent.splice(0))
    await boss.post(at(last), { resolution: 'Rifatto il contratto di Gina' })
    const told = await world.mails()
    expect(told.map(({ to, subject }) => [to, subject])).toHaveMembers([
      ['stazione@demo.example.it', `[#${last.y}/${last.n}] Pompa 3 ferma`],
      [REQUESTER, `[#${first.y}/${first.n}] Totem spento`],
    ])
    const hers = told.find(({ to }) => to === REQUESTER)!
    expect(hers.text).toMatch(new RegExp(`^Chiuso: Totem spento\n\nIl ticket ${last.y}/${last.n}, in cui continuava la tua richiesta`))
    expect(hers.text).not.toMatch(/contratto|valutazione|Gina/)
    expect((await read(sara, first)).merged_into).toMatchObject({ closed: true })
    expect((await say(sara, first, { message: 'Peccato' })).status).toBe(409)
  }))
