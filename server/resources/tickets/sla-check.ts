import { and, asc, eq, gt, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_marks } from '../../db/schema/notifications/notifications.ts'
import { ticket_assignments, ticket_pauses, tickets } from '../../db/schema/tickets/tickets.ts'
import { dueOf } from '../../domain/tickets/due.ts'
import type { Db } from '../../lib/core/db.ts'
import { mark } from '../notifications/mark.ts'
import { NOBODY_TOLD, sumTold, type Teller } from '../notifications/notify.ts'
import { linkOf, numberOf } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'

type Ticket = typeof tickets.$inferSelect
/** So many an hour: after a long pause the rest comes with the next. */
const MOST = 500
const THRESHOLDS = [100, 80] as const
type Threshold = (typeof THRESHOLDS)[number]

/** Who works on a ticket; where nobody does, who runs the tickets. */
export async function workersOf(db: Db, { id }: Pick<Ticket, 'id'>) {
  const assigned = await db
    .select({ user_id: ticket_assignments.user_id })
    .from(ticket_assignments)
    .where(eq(ticket_assignments.ticket_id, id))
  if (assigned.length) return assigned.map((one) => ({ ...one, reason: 'Il ticket ti è assegnato.' }))
  const heads = await db
    .select({ user_id: users.id })
    .from(users)
    .where(and(sql`'ticket_supervisor' = any(${users.roles})`, eq(users.enabled, 1), isNull(users.deleted_at)))
  return heads.map((one) => ({ ...one, reason: 'Il ticket non è assegnato a nessuno e sei supervisore dei ticket.' }))
}

/** When a ticket has used so much of its time: of its hours of work, or where its term was given, of the time until then. */
async function reached(row: Ticket, percent: number, db: Db): Promise<number> {
  if (percent === 100) return Date.parse(row.due_at)
  const from = Date.parse(row.created_at)
  if (row.due_given) return from + ((Date.parse(row.due_at) - from) * percent) / 100
  const pauses = await db.select().from(ticket_pauses).where(eq(ticket_pauses.ticket_id, row.id))
  return dueOf({ ...row, sla_hours: (row.sla_hours * percent) / 100 }, pauses).getTime()
}
const WORDS: Readonly<Record<Threshold, readonly [title: string, text: string]>> = {
  80: ['sta per scadere', "Il ticket ha usato l'80 % del tempo previsto per risolverlo."],
  100: ['in ritardo', 'Il ticket non è stato risolto entro il tempo previsto.'],
}

/** Tells of tickets that have used 80 and 100 % of their time, each once (domain.md 5.4); those that wait have their clock stopped. */
export async function checkSla(teller: Teller): Promise<void> {
  const { db, now } = teller
  for (const threshold of THRESHOLDS) {
    const key = (id: number | typeof tickets.id) => sql<string>`'ticket ' || ${id} || ${` ${threshold}`}`
    const told = db
      .select({ key: notification_marks.key })
      .from(notification_marks)
      .where(sql`${notification_marks.key} = ${key(tickets.id)}`)
    const rows = await db
      .select()
      .from(tickets)
      .where(
        and(
          ...[ne(tickets.status_id, CLOSED), isNull(tickets.paused_at), isNull(tickets.deleted_at), notExists(told)],
          threshold === 100 ? sql`${tickets.due_at} <= ${now.toISOString()}::timestamptz` : gt(tickets.due_at, now.toISOString()),
        ),
      )
      .orderBy(asc(tickets.due_at))
      .limit(MOST)
    for (const row of rows) {
      if ((await reached(row, threshold, db)) > now.getTime()) continue
      await db.transaction(async (tx) => {
        if (await mark(tx as Db, `ticket ${row.id} ${threshold}`, now)) await tellLate(row, threshold, { ...teller, db: tx as Db })
      })
    }
  }
}
async function tellLate(row: Ticket, threshold: Threshold, teller: Teller) {
  const { db } = teller
  const [title, text] = WORDS[threshold]
  return notifyOfTicket(
    {
      ...{
        event: 'ticket_late',
        subject: { type: 'ticket', id: row.id, link: linkOf(row) },
        title: `[Ticket ${numberOf(row)}] ${title}: ${row.subject}`,
      },
      ...{ text, people: await workersOf(db, row) },
    },
    teller,
  )
}
/** Tells of all tickets past their term, each at most once in so many hours. */
export async function tellLateTickets(teller: Teller, hours: number) {
  const { db, now } = teller
  const rows = await db
    .select()
    .from(tickets)
    .where(
      and(
        ...[ne(tickets.status_id, CLOSED), isNull(tickets.paused_at), isNull(tickets.deleted_at), lt(tickets.due_at, now.toISOString())],
        sql`not exists (select from notification_marks m where m.key = 'ticket ' || ${tickets.id} || ' by hand'
          and m.at > ${now.toISOString()}::timestamptz - make_interval(hours => ${hours}::int))`,
      ),
    )
    .orderBy(asc(tickets.due_at))
    .limit(MOST)
  let [count, told] = [0, NOBODY_TOLD]
  for (const row of rows)
    await db.transaction(async (tx) => {
      const own = { ...teller, db: tx as Db }
      if (!(await mark(own.db, `ticket ${row.id} by hand`, now, hours))) return
      told = sumTold(told, await tellLate(row, 100, own))
      count++
    })
  return { count, told }
}
