import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { remindTickets } from '../../../server/resources/tickets/reminders.ts'
import { checkSla, notifyOverdueTickets } from '../../../server/resources/tickets/sla-check.ts'
import { WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { inWorld, type Reply } from '../support/world.ts'

const events = ['ticket_created', 'ticket_assigned', 'ticket_comment', 'ticket_closed', 'ticket_late'] as const
const good = async (answer: Promise<Reply>) => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(JSON.stringify(body))
}

/** Each mail is compared line by line with what is stored beside this file, which is read before it is committed. */
test('every mail of a ticket, from its opening to its last closing, says each thing to each person as it was read', () =>
  inWorld(
    async (world) => {
      world.lookAway()
      const { db, as, deps } = world
      const [boss, sara, helper] = [await as('sup.ticket'), await as('solo.ticket'), await as('helpdesk')]
      const [group] = await db
        .insert(notification_groups)
        .values({ name: 'Ditta esterna', emails: 'ditta@example.it', events: [...events] })
        .returning()
      await db.execute(sql`update ticket_categories set notification_group_id = ${group!.id}`)
      let told = (await world.mails()).length
      /** The mails since the step before, by receiver. */
      async function says(step: string) {
        const all = (await world.mails()).slice(told)
        told += all.length
        const lines = ({ to, subject, text }: (typeof all)[number]) => [`To: ${to}`, subject, ...text.split('\n').filter(Boolean), '']
        const text = all.flatMap(lines).join('\n')
        expect(text.replace(/(?<=valutazione\/)[\w-]{43}/g, '{token}')).toMatchSnapshot(step)
      }
      const t = await openedBy(world, sara)
      const at = `/support/ticket/${t.y}/${t.n}`
      await says('opened')
      await good(boss.post(`${at}/assign`, { user_id: helper.user_id }))
      await says('assigned')
      await good(boss.post(`${at}/comment`, { message: 'Arriva il tecnico\ndomani' }))
      await says('answered')
      await good(sara.post(`${at}/comment`, { message: 'Grazie' }))
      await says('answered by who asked')
      await good(boss.post(`${at}/comment`, { message: 'Il fornitore tace', internal: true, mentions: [helper.user_id] }))
      await says('a note that names somebody')

      const teller = (now: string) => ({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(now) })
      const { rev } = (await boss.get(at)).body.data
      await good(boss.post(`${at}/update`, { rev, status_id: WAITING, waiting_for: 'requester', remind_on: '2026-11-27' }))
      await says('made to wait')
      await remindTickets(teller('2026-11-27T09:00:00Z'))
      await says('its day has come')
      await remindTickets(teller('2026-12-01T09:00:00Z'))
      await says('waits for who asked')
      await db.execute(
        sql`update tickets set status_id = ${WORKING}, waiting_for = null, remind_on = null, paused_at = null where id = ${t.id}`,
      )
      await remindTickets(teller('2026-12-04T09:00:00Z'))
      await says('stands still')
      await db.execute(sql`update tickets set due_at = '2026-12-07T09:00:00Z' where id = ${t.id}`)
      await checkSla(teller('2026-12-04T15:00:00Z'))
      await says('soon late')
      await notifyOverdueTickets(teller('2026-12-08T09:00:00Z'), 24)
      await says('late')

      const other = await openedBy(world, await as('stazione'), { subject: 'Totem spento' })
      await says('another one')
      await good(boss.post(`/support/ticket/${other.y}/${other.n}/merge`, { into: { id_year: t.y, id_number: t.n } }))
      await says('merged')
      const letter = { subject: 'Intervento {{numero}}', message: '{{oggetto}} ({{punto_vendita}})\nPresso: {{indirizzo}}', attach: [] }
      await good(boss.post('/support/ticket/send', { id_year: t.y, id_number: t.n, emails: 'altri@example.it', ...letter }))
      await says('sent to somebody else')
      await good(boss.post(at, { resolution: 'Sostituita la scheda' }))
      await says('closed')
      await good(sara.post(`${at}/reopen`, { message: 'Di nuovo ferma' }))
      await says('reopened')
    },
    () => new Date('2026-11-25T09:00:00Z'),
  ))
