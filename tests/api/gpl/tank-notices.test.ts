import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { notification_group_users, notification_groups, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { inWorld, type World } from '../support/world.ts'

const TODAY = '2026-05-01'
const END = addDays(TODAY, 95)
const at = (day: string) => new Date(`${day}T06:00:00Z`)

/** One GPL card in use, of a customer with an address; nothing else is due. */
async function oneCard({ db }: World) {
  await db.update(expirations).set({ status: 'cancelled' })
  await db.update(notification_groups).set({ active: false })
  await db.update(cards).set({ tank_expiration: null }).where(eq(cards.type, 'gpl'))
  const [held] = await db.select().from(cards).limit(1)
  const [card] = await db
    .update(cards)
    .set({ type: 'gpl', status: 'active', plate: 'AB123CD', tank_expiration: END, deleted_at: null, expires_at: '2099-01-01' })
    .where(eq(cards.id, held!.id))
    .returning()
  await db.update(customers).set({ email: 'anna@example.it', deleted_at: null }).where(eq(customers.id, card!.customer_id))
  return card!
}
const run = ({ db, deps }: World, day: string) => remindOfDue({ db, jobs: deps.jobs, origin: deps.origin, now: at(day) })

test('the customer is told 90, 30 and 7 days before the tank’s end and on the day, once each, what ends and what to do', () =>
  inWorld(
    async (world) => {
      const card = await oneCard(world)
      const days: number[] = []
      for (let left = 95; left >= -3; left--)
        for (const _twice of [1, 2]) {
          const day = addDays(END, -left)
          if ((await run(world, day)).sent.mails) days.push(left)
        }
      expect(days).toEqual([90, 30, 7, 0])
      const sent = (await world.mails()).filter(({ to }) => to === 'anna@example.it')
      expect(sent).toHaveLength(4)
      expect(sent[0]!.subject).toBe('Serbatoio GPL in scadenza – AB123CD')
      expect(sent[0]!.text).toContain(
        `scade il 04/08/2026: dopo quel giorno la tessera GPL che termina con ${card.number.slice(-4)} non si può più usare.`,
      )
      expect(sent[3]!.text).toContain('scade oggi:')
      // A new tank begins anew, and a server that was off on the day makes up for it, once.
      await world.db.update(cards).set({ tank_expiration: '2036-05-01' }).where(eq(cards.id, card.id))
      expect([(await run(world, '2036-02-10')).tanks, (await run(world, '2036-02-11')).tanks]).toEqual([1, 0])
    },
    () => at(TODAY),
  ))

test('the office is told, by groups that ask for expirations, and after the end for as long as the card is in use; another card is not told of', () =>
  inWorld(
    async (world) => {
      const { db, as } = world
      const card = await oneCard(world)
      const admin = await as('admin')
      const [group] = await db
        .insert(notification_groups)
        .values({ name: 'Ufficio tessere', events: ['expiration_due', 'expiration_late'] })
        .returning()
      await db.insert(notification_group_users).values({ group_id: group!.id, user_id: admin.user_id })
      const titles = async () =>
        (await db.select().from(notifications).where(eq(notifications.subject_type, 'card')).orderBy(notifications.id)).map(
          ({ title }) => title,
        )
      expect((await run(world, addDays(END, -30))).tanks).toBe(1)
      for (const days of [1, 2, 9]) await run(world, addDays(END, days))
      const [name] = await db.select().from(customers).where(eq(customers.id, card.customer_id))
      const what = `Serbatoio GPL del veicolo AB123CD – ${name!.denomination}`
      expect(await titles()).toEqual([`Scadenza vicina: ${what}`, `Scadenza superata: ${what}`, `Scadenza superata: ${what}`])
      for (const change of [{ status: 'expired' as const }, { status: 'active' as const, type: 'points' as const }]) {
        await db.update(cards).set(change).where(eq(cards.id, card.id))
        expect((await run(world, addDays(END, 40))).tanks).toBe(0)
      }
    },
    () => at(TODAY),
  ))

test('the command tells how many tanks it told of', () =>
  inWorld(
    async (world) => {
      await oneCard(world)
      expect((await (await world.as('rete')).get('/commands/notifylate')).status).toBe(403)
      expect((await (await world.as('admin')).get('/commands/notifylate')).body.data).toMatchObject({ expirations: 0, tanks: 1 })
    },
    () => at(addDays(END, -7)),
  ))
