import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_models, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { default_mails } from '../../../server/db/schema/tickets/tickets.ts'
import resource from '../../resources/tickets/categories.ts'
import { makeSample } from '../support/plain.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('a category stands under another, one level deep, also of two that are moved at once', () =>
  inWorld(async ({ as }) => {
    const boss = await as('sup.ticket')
    const make = async (name: string, more: object = {}) =>
      (await boss.post('/support/t/category', { name, ...more })).body.data as { id: number; rev: number; parent: string | null }
    const [one, two] = [await make('Piazzale'), await make('Bar')]
    const under = await make('Aiuole', { parent_id: one.id })
    expect(under.parent).toBe('Piazzale')
    const put = (id: number, parent_id: number | null, rev = 1) => boss.put(`/support/t/category/${id}`, { parent_id, rev })
    const refused = (parent_id: string) => ({ status: 422, body: { error: { parent_id } } })
    expect(await put(two.id, under.id)).toMatchObject(refused('Scegliere una categoria di primo livello.'))
    expect(await put(two.id, two.id)).toMatchObject(refused('Scegliere una categoria di primo livello.'))
    expect(await put(one.id, two.id)).toMatchObject(refused('La categoria ha sottocategorie: non può stare sotto un’altra.'))
    expect(await put(two.id, 99_999)).toMatchObject(refused('Il valore selezionato per Categoria superiore non esiste.'))
    expect(await boss.del(`/support/t/category/${one.id}`)).toMatchObject({
      ...{ status: 409, body: { error: 'La categoria ha 1 sottocategorie: spostarle o disattivarla.' } },
    })
    expect((await put(under.id, null)).body.data.parent).toBeNull()
    const both = await Promise.all([put(one.id, two.id), put(two.id, one.id)])
    expect(both.map(({ status }) => status)).toHaveMembers([200, 422])
  }))

test('what a category says of group, assignee and mail is written in its form and has its effect on its tickets', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [boss, sara, helper] = [await as('sup.ticket'), await as('solo.ticket'), await as('helpdesk')]
    const names = { notification_group_id: 'Gruppo di notifica', default_assignee_id: 'Assegnatario', default_mail_id: 'Template email' }
    for (const [field, label] of Object.entries(names))
      expect((await boss.post('/support/t/category', { name: 'Officina', [field]: 99_999 })).body.error, field).toEqual({
        [field]: `Il valore selezionato per ${label} non esiste.`,
      })
    // A ticket is solved by agents.
    const none = await boss.post('/support/t/category', { name: 'Officina', default_assignee_id: sara.user_id })
    expect(none.body.error).toEqual({ default_assignee_id: 'Il valore selezionato per Assegnatario non esiste.' })
    const mail = { name: 'Officina', event: 'ticket_created', subject: 'Officina {{numero}}', body: 'Per {{assegnatari}}' }
    const { id: default_mail_id } = (await boss.post('/support/t/default', mail)).body.data
    const group = { name: 'Officina', emails: 'officina@example.it', events: ['ticket_created'] }
    const { id: notification_group_id } = (await boss.post('/support/notification-groups', group)).body.data
    const made = await boss.post('/support/t/category', {
      ...{ name: 'Officina', default_mail_id, notification_group_id, default_assignee_id: helper.user_id },
    })
    expect(made.body.data).toMatchObject({ group: 'Officina', default_assignee_id: helper.user_id })
    await world.mails().then((sent) => sent.splice(0))
    const t = await openedBy(world, sara, { category_id: made.body.data.id })
    const name = (await boss.get(`/support/ticket/${t.y}/${t.n}`)).body.data.assignments.map((one: { name: string }) => one.name)
    expect(name).toHaveLength(1)
    const [sent] = (await world.mails()).filter(({ to }) => to === 'officina@example.it')
    expect(sent!.text).toMatch(new RegExp(`^Officina ${t.y}/${t.n}\\n\\nPer ${name[0]}`))
    expect(await boss.del(`/support/t/category/${made.body.data.id}`)).toMatchObject({
      ...{ status: 409, body: { error: 'La categoria è utilizzata da 1 ticket: disattivarla.' } },
    })
    // A person who may no longer solve tickets gets none.
    await db.update(users).set({ enabled: 0 }).where(eq(users.id, helper.user_id))
    const next = await openedBy(world, sara, { category_id: made.body.data.id })
    expect((await boss.get(`/support/ticket/${next.y}/${next.n}`)).body.data).toMatchObject({ status: { id: 1 }, assignments: [] })
    expect(await db.$count(default_mails, eq(default_mails.id, default_mail_id))).toBe(1)
  }))

test('a ticket category is kept while a model or a non-conformity names it', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('sup.ticket'), await as('ispettore')]
    const { id } = await makeSample(writer, resource)
    expect((await stranger.get(`/support/t/category/${id}`)).body.data).toMatchObject({ name: 'Giardino', models_count: 0 })
    expect((await stranger.get('/support/t/category?search=giard')).body.data).toMatchObject({ data: [{ id }], last_page: 1 })
    const [model] = await db.update(inspection_models).set({ ticket_category_id: id }).where(eq(inspection_models.id, 1)).returning()
    const refused = async (what: string) =>
      expect(await writer.del(`/support/t/category/${id}`)).toMatchObject({
        status: 409,
        body: { error: `La categoria è utilizzata da ${what}: disattivarla.` },
      })
    expect(model).toBeDefined()
    await refused('1 modello di verifica')
    await db.update(inspection_models).set({ ticket_category_id: null })
    const [nc] = await db.select({ id: non_conformities.id }).from(non_conformities).limit(1)
    await db.update(non_conformities).set({ ticket_category_id: id }).where(eq(non_conformities.id, nc!.id))
    await refused('1 non conformità')
    await db.update(non_conformities).set({ ticket_category_id: null }).where(eq(non_conformities.id, nc!.id))
    await writer.put(`/support/t/category/${id}`, { active: false, rev: 1 })
    expect((await writer.get('/support/t/category?active=false')).body.data.data).toMatchObject([{ id, active: false }])
    expect((await writer.del(`/support/t/category/${id}`)).status).toBe(204)
  }))
