import { and, asc, eq, gt, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { notification_marks } from '../../db/schema/notifications/notifications.ts'
import { ticket_pauses, tickets } from '../../db/schema/tickets/tickets.ts'
import { dueOf } from '../../domain/tickets/due.ts'
import type { Db } from '../../lib/core/db.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { NO_NOTICES, type NotifyContext, sumCounts } from '../notifications/notify.ts'
import { linkOf } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { assigneesToNotify, type Recipient } from './recipients.ts'
import type { TicketRecord } from './scope.ts'

/** After a long pause of the server, further tickets follow in the next run. */
const MAX_PER_RUN = 500
const THRESHOLDS = [100, 80] as const
type Threshold = (typeof THRESHOLDS)[number]

/** The assignees; the ticket supervisors if nobody is assigned. */
export async function assigneesOrSupervisors(db: Db, row: TicketRecord): Promise<Recipient[]> {
  const assigned = await assigneesToNotify({ db }, row)
  if (assigned.length) return assigned
  const supervisors = await db
    .select({ user_id: users.id })
    .from(users)
    .where(and(sql`'ticket_supervisor' = any(${users.roles})`, eq(users.enabled, 1), isNull(users.deleted_at)))
  return supervisors.map((one) => ({ ...one, reason: 'Il ticket non è assegnato a nessuno e sei supervisore dei ticket.' }))
}

/** When (ms since 1970) the ticket has used this share of its working hours; of the time from opening to due time, if that was set by hand. */
async function thresholdTime(row: TicketRecord, percent: number, db: Db): Promise<number> {
  if (percent === 100) return Date.parse(row.due_at)
  const from = Date.parse(row.created_at)
  if (row.due_given) return from + ((Date.parse(row.due_at) - from) * percent) / 100
  const pauses = await db.select().from(ticket_pauses).where(eq(ticket_pauses.ticket_id, row.id))
  return dueOf({ ...row, sla_hours: (row.sla_hours * percent) / 100 }, pauses).getTime()
}
const NOTICES: Readonly<Record<Threshold, readonly [title: string, text: string]>> = {
  80: ['sta per scadere', "Il ticket ha usato l'80 % del tempo previsto per risolverlo."],
  100: ['in ritardo', 'Il ticket non è stato risolto entro il tempo previsto.'],
}

/** Notifies once when a ticket has used 80 %, and once when it has used 100 %, of its time. Tickets with a stopped clock are left out. */
export async function checkSla(context: NotifyContext): Promise<void> {
  const { db, now } = context
  for (const threshold of THRESHOLDS) {
    const key = (id: number | typeof tickets.id) => sql<string>`'ticket ' || ${id} || ${` ${threshold}`}`
    const sent = db
      .select({ key: notification_marks.key })
      .from(notification_marks)
      .where(sql`${notification_marks.key} = ${key(tickets.id)}`)
    const rows = await db
      .select()
      .from(tickets)
      .where(
        and(
          ...[ne(tickets.status_id, CLOSED), isNull(tickets.paused_at), isNull(tickets.deleted_at), notExists(sent)],
          threshold === 100 ? sql`${tickets.due_at} <= ${now.toISOString()}::timestamptz` : gt(tickets.due_at, now.toISOString()),
        ),
      )
      .orderBy(asc(tickets.due_at))
      .limit(MAX_PER_RUN)
    for (const row of rows) {
      if ((await thresholdTime(row, threshold, db)) > now.getTime()) continue
      await db.transaction(async (tx) => {
        if (await claimNotice(tx as Db, `ticket ${row.id} ${threshold}`, now))
          await notifyThreshold(row, threshold, { ...context, db: tx as Db })
      })
    }
  }
}
async function notifyThreshold(row: TicketRecord, threshold: Threshold, context: NotifyContext) {
  const { db } = context
  const [title, text] = NOTICES[threshold]
  return notifyOfTicket(
    {
      ...{
        event: 'ticket_late',
        subject: { type: 'ticket', id: row.id, link: linkOf(row) },
        title: `[Ticket ${numberOf(row)}] ${title}: ${row.subject}`,
      },
      ...{ text, people: await assigneesOrSupervisors(db, row) },
    },
    context,
  )
}
/** Notifies of tickets past their due time, each at most once in `hours`. */
export async function notifyOverdueTickets(context: NotifyContext, hours: number) {
  const { db, now } = context
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
    .limit(MAX_PER_RUN)
  let [count, sent] = [0, NO_NOTICES]
  for (const row of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      if (!(await claimNotice(own.db, `ticket ${row.id} by hand`, now, hours))) return
      sent = sumCounts(sent, await notifyThreshold(row, 100, own))
      count++
    })
  return { count, sent }
}
