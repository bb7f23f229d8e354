import { and, asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { communications, communication_recipients as recipients } from '../../../server/db/schema/content/communications.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { evidenceData } from '../../../server/resources/content/communication-evidence.ts'
import { remindDue, sendKind, sendScheduled } from '../../../server/resources/content/send-communication.ts'
import { paper } from '../../resources/files.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const ctrl = '/communications-ctrl'
const plain = '/communications/messages'
const words = { subject: 'Nuova procedura di scarico', body: '<p>Da <b>lunedì</b> vale la nuova procedura.</p>' }
const received = async ({ db }: World, id: number) =>
  (await db.select().from(recipients).where(eq(recipients.communication_id, id))).map(({ user_id, version }) => [version, user_id])

test('a control communication reaches people by role, station and name, once each, and is read and confirmed by them', () =>
  inWorld(async (world) => {
    const { as, db, runs, mails } = world
    const [mara, ugo, gina] = [await as('messaggi'), await as('autista'), await as('gestore')]
    const [sergio, admin, daria] = [await as('stazione'), await as('admin'), await as('dipendente')]
    const { id: station } = await makeStation(db, { code: 'ZC1' })
    await assign(db, station, sergio.user_id)
    const to = { roles: ['driver', 'manager'], stations: [station], users: [gina.user_id] }
    for (const path of [ctrl, plain]) expect((await ugo.post(path, { ...words, ...to })).status).toBe(403)
    const reached = (await mara.post('/communications/recipients', to)).body.data
    expect(reached.people.map(({ id }: { id: number }) => id)).toHaveMembers([gina.user_id, sergio.user_id, ugo.user_id])
    expect(reached.total).toBe(3)
    expect(await mara.post(ctrl, words)).toMatchObject({ status: 422, body: { error: 'Seleziona almeno un destinatario.' } })
    expect((await mara.post(ctrl, { ...words, users: [99_999] })).body.error).toEqual({
      users: 'Il valore selezionato per Persone non esiste.',
    })
    const made = await mara.post(ctrl, { ...words, ...to, ack_due: '2026-12-31', priority: 'alta' })
    expect(made).toMatchObject({ status: 201, body: { message: 'Comunicazione creata' } })
    const { id } = made.body.data
    expect(made.body.data).toMatchObject({
      ...{ type: 2, subject: words.subject, body: words.body, status: 'sent', version: 1, ack_due: '2026-12-31', priority: 'alta' },
      ...{ counts: { recipients: 3, read: 0, ack: 0 }, mine: null, files: [] },
      to: { ...to, station_names: [{ id: station, code: 'ZC1' }], user_names: [{ id: gina.user_id }] },
    })
    expect((await received(world, id)).map(([, user]) => user)).toHaveMembers([gina.user_id, sergio.user_id, ugo.user_id])
    await runs()
    const told = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.subject_type, 'communication'), eq(notifications.subject_id, id)))
    expect(told.map(({ user_id }) => user_id)).toHaveMembers([gina.user_id, sergio.user_id, ugo.user_id])
    expect(told[0]).toMatchObject({ title: words.subject, text: 'Da lunedì vale la nuova procedura.', link: `/comunicazioni/${id}?type=2` })
    expect((await mails()).filter(({ subject }) => subject === words.subject)).toHaveLength(3)
    // The same words as messages are not found, and who is no recipient finds nothing.
    expect((await ugo.get(`${plain}/${id}`)).status).toBe(404)
    for (const answer of [await daria.get(`${ctrl}/${id}`), await daria.post(`${ctrl}/${id}/ack`, {})]) expect(answer.status).toBe(404)
    expect((await daria.get(ctrl)).body.data.data).toEqual([])
    const waiting = async () => (await ugo.get(`${ctrl}?to_ack=true`)).body.data.data.map((row: { id: number }) => row.id)
    expect(await waiting()).toEqual([id])
    const peeked = (await ugo.get(`${ctrl}/${id}?peek=true`)).body.data
    expect(peeked.mine.read_at, 'brought to the device, read by nobody').toBeNull()
    const opened = (await ugo.get(`${ctrl}/${id}`)).body.data
    expect(opened).toMatchObject({ to: null, counts: null, mine: { ack_at: null } })
    expect(opened.mine.read_at).not.toBeNull()
    expect(await waiting(), 'read is not confirmed').toEqual([id])
    const [first, second] = [await ugo.post(`${ctrl}/${id}/ack`, {}), await ugo.post(`${ctrl}/${id}/ack`, {})]
    expect(first).toMatchObject({ status: 200, body: { message: 'Presa visione registrata' } })
    expect(second.body.data.mine, 'the first confirmation stays').toEqual(first.body.data.mine)
    expect(await waiting()).toEqual([])
    // Who has read is for the sender and super administrators.
    expect((await admin.get(`${ctrl}/${id}`)).body.data.counts).toEqual({ recipients: 3, read: 1, ack: 1 })
    const list = (await mara.get(`${ctrl}/${id}/recipients?state=confirmed`)).body.data
    expect(list.data).toMatchObject([{ id: ugo.user_id, name: 'Ugo Autista' }])
    expect((await mara.get(`${ctrl}/${id}/recipients?state=unconfirmed`)).body.data.total).toBe(2)
    const [other] = await db
      .insert(users)
      .values({ name: 'Altra Messaggi', email: 'altra@demo.example.it', roles: ['messaging'] })
      .returning()
    await db.update(communications).set({ sender_id: other!.id }).where(eq(communications.id, id))
    expect((await mara.get(`${ctrl}/${id}`)).body.data.counts).toBeNull()
    for (const answer of [
      await mara.get(`${ctrl}/${id}/recipients`),
      await mara.get(`${ctrl}/${id}/evidence`),
      await mara.post(`${ctrl}/${id}/remind`, {}),
    ])
      expect(answer.status).toBe(403)
    const pdf = await admin.get(`${ctrl}/${id}/evidence`)
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await ugo.del(`${ctrl}/${id}`)).status).toBe(403)
    const kept = await mara.del(`${ctrl}/${id}`)
    expect([kept.status, kept.body.error]).toEqual([
      409,
      'Una comunicazione di controllo inviata non si elimina: le conferme provano chi ne ha preso visione.',
    ])
    expect((await ugo.get(`${ctrl}/${id}`)).status).toBe(200)
  }))

test('a draft is its sender’s alone; it gets its files, is programmed, taken back and sent; then only a correction changes it', () =>
  inWorld(async (world) => {
    const { as, db, deps } = world
    const [mara, ugo, admin] = [await as('messaggi'), await as('autista'), await as('admin')]
    const { id, rev, status } = (await mara.post(plain, { ...words, roles: ['driver'], draft: true })).body.data
    expect(status).toBe('draft')
    expect(await received(world, id)).toEqual([])
    for (const by of [ugo, admin]) expect((await by.get(`${plain}/${id}`)).status).toBe(404)
    const [file] = (await mara.upload(`${plain}/${id}/upload`, [paper])).body.data
    expect((await ugo.get(`/communications/documents/${file.id}`)).status).toBe(404)
    expect((await mara.post(`${plain}/${id}/send`, { rev, send_at: '2020-01-01T08:00:00.000Z' })).body.error).toEqual({
      send_at: 'L’invio programmato deve essere nel futuro.',
    })
    const later = (await mara.post(`${plain}/${id}/send`, { rev, send_at: '2099-01-01T08:00:00.000Z' })).body.data
    expect(later).toMatchObject({ status: 'scheduled', send_at: '2099-01-01T08:00:00.000Z' })
    expect(await mara.put(`${plain}/${id}`, { ...words, rev: later.rev })).toMatchObject({
      ...{ status: 409, body: { error: 'L’invio è programmato: annullarlo prima di modificare la comunicazione.' } },
    })
    const back = (await mara.post(`${plain}/${id}/unschedule`, { rev: later.rev })).body.data
    const sent = (await mara.post(`${plain}/${id}/send`, { rev: back.rev })).body.data
    expect(sent).toMatchObject({ status: 'sent', counts: { recipients: 1, read: 0 } })
    expect((await mara.post(`${plain}/${id}/send`, { rev: sent.rev })).body.error).toBe('La comunicazione è già stata inviata.')
    expect((await mara.upload(`${plain}/${id}/upload`, [paper])).status).toBe(409)
    expect(await ugo.get(`/communications/documents/${file.id}`)).toMatchObject({ status: 200 })
    expect((await mara.get(`${plain}/${id}`)).body.data.counts, 'a download counts as reading').toMatchObject({ read: 1 })
    await world.runs()
    const fixed = (await mara.post(`${plain}/${id}/correct`, { subject: 'Corretta', body: '<p>Ora</p>', rev: sent.rev })).body.data
    expect(fixed).toMatchObject({ version: 2, subject: 'Corretta', counts: { recipients: 1, read: 0 } })
    expect(await received(world, id)).toEqual([
      [1, ugo.user_id],
      [2, ugo.user_id],
    ])
    expect((await ugo.get(`${plain}?unread=true`)).body.data.data).toMatchObject([{ id, subject: 'Corretta' }])
    await world.runs()
    const told = async () => {
      const mails = (await world.mails()).filter(({ to }) => to === 'autista@demo.example.it').map(({ subject }) => subject)
      const rows = await db.select().from(notifications).where(eq(notifications.user_id, ugo.user_id)).orderBy(notifications.id)
      return { mails, bell: rows.map(({ title }) => title) }
    }
    const titles = [words.subject, 'Correzione: Corretta']
    expect(await told()).toEqual({ mails: titles, bell: titles })
    // A worker that did not see it done tells nobody again.
    const context = { db, deps, now: deps.now(), user: { id: mara.user_id } } as never
    expect(await sendKind.row({ users: [ugo.user_id] }, context, { id, version: 2 })).toMatchObject({ message: '0 persone avvisate.' })
    expect(await told()).toEqual({ mails: titles, bell: titles })
    // A programmed one goes to those who have the role when it is sent; by one of two processes.
    const one = (await mara.post(plain, { ...words, roles: ['driver', 'employee'], draft: true })).body.data
    await mara.post(`${plain}/${one.id}/send`, { rev: one.rev, send_at: '2099-01-01T08:00:00.000Z' })
    await db
      .update(users)
      .set({ roles: ['worker'] })
      .where(eq(users.id, ugo.user_id))
    const teller = { db, jobs: deps.jobs, origin: deps.origin, now: new Date('2099-01-01T08:01:00.000Z') }
    await sendScheduled(teller)
    await sendScheduled(teller)
    const employees = await db.select().from(users).where(sql`'employee' = any(${users.roles})`)
    expect((await received(world, one.id)).map(([, user]) => user)).toEqual(employees.map(({ id }) => id))
  }))

test('a programmed one whose sender has lost the right is a draft again, and reaches nobody; one deleted meanwhile is not sent', () =>
  inWorld(async (world) => {
    const { as, db, deps } = world
    const mara = await as('messaggi')
    const programmed = async () => {
      const { id, rev } = (await mara.post(ctrl, { ...words, roles: ['driver'], draft: true })).body.data
      await mara.post(`${ctrl}/${id}/send`, { rev, send_at: '2099-01-01T08:00:00.000Z' })
      return id as number
    }
    const [one, gone] = [await programmed(), await programmed()]
    expect((await mara.del(`${ctrl}/${gone}`)).status).toBe(204)
    await db
      .update(users)
      .set({ roles: ['employee'] })
      .where(eq(users.id, mara.user_id))
    await sendScheduled({ db, jobs: deps.jobs, origin: deps.origin, now: new Date('2099-01-01T08:01:00.000Z') })
    const [row] = await db.select().from(communications).where(eq(communications.id, one))
    expect(row).toMatchObject({ status: 'draft', send_at: null, sent_at: null })
    for (const id of [one, gone]) expect(await received(world, id)).toEqual([])
  }))

test('a confirmation that comes late counts for the version that was read, from the time it was given, and the new version still asks', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [mara, ugo] = [await as('messaggi'), await as('autista')]
    const { id, rev } = (await mara.post(ctrl, { ...words, roles: ['driver'] })).body.data
    await mara.post(`${ctrl}/${id}/correct`, { rev, subject: 'Corretta', body: '<p>Da martedì.</p>' })
    const confirmed_at = '2026-01-10T08:00:00.000Z'
    for (const _ of [1, 2]) {
      const late = await ugo.post(`${ctrl}/${id}/ack`, { version: 1, confirmed_at })
      expect([late.status, late.body.data.version, late.body.data.mine.ack_at]).toEqual([200, 2, null])
    }
    const of = async (version: number) =>
      (
        await db
          .select()
          .from(recipients)
          .where(and(eq(recipients.communication_id, id), eq(recipients.version, version)))
      )[0]!
    expect(new Date((await of(1)).ack_at!).toISOString()).toBe(confirmed_at)
    expect((await of(2)).ack_at).toBeNull()
    expect((await ugo.get(`${ctrl}?to_ack=true`)).body.data.data).toMatchObject([{ id, version: 2 }])
    // A clock that is ahead does not put it into the future; a version that never was is none.
    await ugo.post(`${ctrl}/${id}/ack`, { version: 2, confirmed_at: '2099-01-01T00:00:00.000Z' })
    expect(Date.parse((await of(2)).ack_at!)).toBeLessThan(Date.parse('2099-01-01T00:00:00.000Z'))
    expect((await ugo.post(`${ctrl}/${id}/ack`, { version: 3 })).status).toBe(404)
  }))

test('what a corrected communication said before is read by who sends and by who received it, not by who came later', () =>
  inWorld(async ({ as, db }) => {
    const [mara, ugo, daria] = [await as('messaggi'), await as('autista'), await as('dipendente')]
    const { id, rev } = (await mara.post(ctrl, { ...words, roles: ['driver'] })).body.data
    expect((await ugo.get(`${ctrl}/${id}`)).body.data.earlier).toEqual([])
    await db
      .update(users)
      .set({ roles: ['employee', 'driver'] })
      .where(eq(users.id, daria.user_id))
    await mara.post(`${ctrl}/${id}/correct`, { rev, subject: 'Corretta', body: '<p>Da martedì.</p>' })
    for (const by of [mara, ugo]) expect((await by.get(`${ctrl}/${id}`)).body.data.earlier).toMatchObject([{ ...words, version: 1 }])
    const late = (await daria.get(`${ctrl}/${id}`)).body.data
    expect([late.subject, late.version, late.earlier]).toEqual(['Corretta', 2, []])
  }))

test('a confirmation given under a clock that was days slow has the hour at which it was given', () =>
  inWorld(async ({ as }) => {
    const [mara, ugo] = [await as('messaggi'), await as('autista')]
    const given = Date.now() - 2 * 3_600_000
    const days = 72 * 3_600_000
    const at = async (clockNow: number, clock_behind_s?: number) => {
      const { id } = (await mara.post(ctrl, { ...words, roles: ['driver'] })).body.data
      const body = { confirmed_at: new Date(given - days).toISOString(), clock_behind_s }
      const done = await ugo.post(`${ctrl}/${id}/ack`, body, { 'x-device-time': new Date(clockNow).toISOString() })
      return Math.round((Date.parse(done.body.data.mine.ack_at) - given) / 60_000)
    }
    expect(await at(Date.now() - days)).toBe(0)
    expect(await at(Date.now(), days / 1_000)).toBe(0)
  }))

test('a reminder goes to those who have not confirmed, at most once an hour', () =>
  inWorld(async ({ as, db, deps }) => {
    const [mara, ugo] = [await as('messaggi'), await as('autista')]
    const { id } = (await mara.post(ctrl, { ...words, users: [ugo.user_id, mara.user_id] })).body.data
    await mara.post(`${ctrl}/${id}/ack`, {})
    expect(await mara.post(`${ctrl}/${id}/remind`, {})).toMatchObject({
      status: 200,
      body: { data: { reminded: 1 }, message: 'Sollecito inviato' },
    })
    expect((await mara.post(`${ctrl}/${id}/remind`, {})).body.error).toBe('Un sollecito è già partito nell’ultima ora.')
    // The proof tells of one that was reminded and never confirmed.
    const [stored] = await db.select().from(communications).where(eq(communications.id, id))
    const proof = await evidenceData(stored as never, { db, now: new Date(), user: { name: 'Mara' } as never })
    expect(proof.title).toBe(`Prova di consegna – Comunicazione di controllo n. ${id}`)
    const silent = proof.versions.flatMap(({ people }) => people).filter(({ ack }) => !ack)
    expect(silent).toMatchObject([{ reminded: expect.stringMatching(/^\d\d\/\d\d\/\d{4}/) }])
    const told = await db.select().from(notifications).where(eq(notifications.subject_id, id))
    expect(told.map(({ user_id, title }) => [user_id, title])).toEqual([[ugo.user_id, `Sollecito: ${words.subject}`]])
    await db.update(communications).set({ ack_due: '2026-12-31' }).where(eq(communications.id, id))
    const at = (now: string) => remindDue({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(now) })
    for (const now of ['2026-12-30T12:00:00Z', '2026-12-31T05:00:00Z', '2026-12-31T08:00:00Z', '2026-12-31T09:00:00Z']) await at(now)
    const due = (await db.select().from(notifications).where(eq(notifications.subject_id, id)).orderBy(asc(notifications.id))).map(
      ({ title }) => title,
    )
    expect(due, 'on its day, once').toEqual([`Sollecito: ${words.subject}`, `Da confermare entro oggi: ${words.subject}`])
    await ugo.post(`${ctrl}/${id}/ack`, {})
    expect((await mara.post(`${ctrl}/${id}/remind`, {})).body.error).toBe('Tutti hanno già confermato.')
  }))

test('of the text only what is allowed is stored; mail and page have the same words', () =>
  inWorld(async ({ as }) => {
    const mara = await as('messaggi')
    const stored = async (body: string) => (await mara.post(plain, { subject: 'x', body, roles: ['driver'], draft: true })).body
    const kept = async (body: string) => (await stored(body)).data.body
    expect(await kept('<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>')).toBe('<p>a</p>')
    expect(await kept('<a href="javascript:alert(1)">a</a><a href=" jav&#x09;ascript:x">b</a>')).not.toMatch(/script/i)
    expect(await kept('<a href="https://example.it/?a=1&amp;b=2" style="x" target="_blank">qui</a>')).toBe(
      '<a href="https://example.it/?a=1&amp;b=2">qui</a>',
    )
    expect(await kept('<svg><style><img src=x onerror=alert(1)></style></svg>b')).not.toMatch(/onerror|svg|style/)
    // Word, Gmail, a web page.
    expect(await kept('<p class="MsoNormal"><b style="mso-bidi-font-weight:normal"><span lang="IT">Ciao</span></b><o:p></o:p></p>')).toBe(
      '<p><b>Ciao</b></p>',
    )
    expect(await kept('<div dir="ltr"><strong>Uno</strong><br><em>due</em></div>')).toBe('<p><b>Uno</b><br /><i>due</i></p>')
    expect(await kept('<h1>Titolo</h1><table><tr><td>cella</td></tr></table>')).toBe('<p>Titolo</p>cella')
    for (const empty of ['<p></p>', '<script>x</script>', ' <br> '])
      expect((await stored(empty)).error, empty).toEqual({ body: 'Il campo Testo è obbligatorio.' })
  }))
