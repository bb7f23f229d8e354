import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import {
  notification_choices,
  notification_group_users,
  notification_groups,
  notification_times,
  notifications,
} from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { DIRECT, type Notice, notify } from '../../../server/resources/notifications/notify.ts'
import { notifyOfTicket } from '../../../server/resources/tickets/notify-of-ticket.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { atTime, type World } from '../support/world.ts'

const happening: Notice = {
  event: 'ticket_created',
  subject: { type: 'ticket', id: 0, link: '/tickets/2026/1' },
  title: '[Ticket 2026/1] Pistola 3 non eroga',
  text: 'Da questa mattina.',
  mayRead: () => true,
}
const idOf = async ({ db }: World, name: string) =>
  (
    await db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@demo.example.it`))
  )[0]!.id
const tell = ({ db, deps }: World, at: number, more: Partial<Notice>) =>
  notify({ ...happening, ...more }, { db, now: new Date(at), jobs: deps.jobs, origin: deps.origin })
/** A group of the people named. */
async function group(world: World, name: string, people: string[], more: Partial<typeof notification_groups.$inferInsert> = {}) {
  const { db } = world
  const [made] = await db
    .insert(notification_groups)
    .values({ name, events: ['ticket_created'], channels: ['mail'], ...more })
    .returning()
  for (const one of people) await db.insert(notification_group_users).values({ group_id: made!.id, user_id: await idOf(world, one) })
  return made!.id
}
const rows = async ({ db }: World) => db.select().from(notifications).orderBy(notifications.id)

test('who is concerned is told in the app with every reason, and by one mail', () =>
  atTime(async (world, clock) => {
    const [helpdesk, rete] = [await idOf(world, 'helpdesk'), await idOf(world, 'rete')]
    await group(world, 'Officina', ['helpdesk', 'rete'], { emails: 'ditta@example.it; HELPDESK@demo.example.it' })
    const reason = 'Il ticket ti è assegnato.'
    const told = await tell(world, clock.now, { people: [{ user_id: helpdesk, reason }], by: rete })
    expect(told).toEqual({ people: 1, mails: 2, pushes: 0 })
    expect(await rows(world)).toMatchObject([
      { user_id: helpdesk, event: 'ticket_created', link: '/tickets/2026/1', read_at: null, mail: 'left', push: 'none', held_until: null },
    ])
    expect((await rows(world))[0]!.reasons).toEqual([reason, 'Fai parte del gruppo di notifica "Officina", che riceve "Ticket aperto".'])
    const mails = await world.mails()
    expect(mails.map(({ to }) => to)).toHaveMembers(['ditta@example.it', 'helpdesk@demo.example.it'])
    const all = `${reason} Fai parte del gruppo di notifica "Officina", che riceve "Ticket aperto".`
    expect(mails.find(({ to }) => to.startsWith('helpdesk'))).toMatchObject({
      subject: happening.title,
      text: `Da questa mattina.\n\nhttp://piazzale.test/tickets/2026/1\n\nPerché la ricevi: ${all}\nScegli che cosa ricevere: http://piazzale.test/utenti/profilo`,
    })
  }))

test('a group hears of its events alone, and one that a category has of that category alone', () =>
  atTime(async (world, clock) => {
    const { db, deps } = world
    const { id } = await openedBy(world, await world.as('solo.ticket'))
    const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id))
    const mine = await group(world, 'Mia', ['helpdesk'])
    await db.update(ticket_categories).set({ notification_group_id: mine }).where(ne(ticket_categories.id, ticket!.category_id))
    const ofTicket = (more: Partial<Notice>) =>
      notifyOfTicket(
        { ...happening, subject: { ...happening.subject, id }, ...more },
        { db, now: new Date(clock.now), jobs: deps.jobs, origin: deps.origin },
      )
    await group(world, 'Spenta', ['rete'], { active: false })
    await group(world, 'Altro', ['rete'], { events: ['ticket_late'] })
    expect((await ofTicket({})).people).toBe(0)
    expect((await ofTicket({ event: 'ticket_late' })).people).toBe(1)
    expect((await ofTicket({ groups: [mine, null] })).people).toBe(1)
    // A notice without a ticket has no category; the group hears of it too.
    const other = { type: 'expiration', id: 1, link: '/scadenze' }
    expect((await tell(world, clock.now, { subject: other })).people).toBe(1)
    await world.db.update(users).set({ enabled: 0 })
    expect((await ofTicket({ groups: [mine] })).people).toBe(0)
  }))

test('a person’s choice stands over the group’s, and quiet hours and summaries hold the mail, not the bell', () =>
  atTime(async (world, clock) => {
    const { db } = world
    const [helpdesk, rete] = [await idOf(world, 'helpdesk'), await idOf(world, 'rete')]
    const people = [helpdesk, rete].map((user_id) => ({ user_id, reason: 'Perché sì.' }))
    await db.insert(notification_choices).values({ user_id: rete, group_id: DIRECT, event: 'ticket_created', mail: false, push: false })
    await db.insert(notification_times).values({ user_id: helpdesk, quiet_from: '19:00', quiet_to: '07:30' })
    clock.now = Date.UTC(2026, 4, 1, 21)
    await tell(world, clock.now, { people })
    expect(await world.mails()).toEqual([])
    await db.update(notification_times).set({ digest: true, digest_hour: 9, quiet_from: null, quiet_to: null })
    await tell(world, clock.now, { people })
    expect((await rows(world)).map(({ user_id, mail, held_until }) => [user_id, mail, held_until])).toEqual([
      ...[rete, helpdesk].map((id) => (id === rete ? [id, 'none', null] : [id, 'held', '2026-05-02T05:30:00.000Z'])),
      ...[rete, helpdesk].map((id) => (id === rete ? [id, 'none', null] : [id, 'digest', '2026-05-02T07:00:00.000Z'])),
    ])
    expect(await world.mails()).toEqual([])
  }))
