import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { managements, obligations, management_obligations as table } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dueSentence } from '../../domain/shared/due-sentence.ts'
import { dayInRome, hoursOfDayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { NO_NOTICES, type NotifyContext, notify, sumCounts } from '../notifications/notify.ts'
import { stationMailRecipients } from '../stations/mail-recipients.ts'
import { managementScope } from './scope.ts'

/** Days before the due date on which an obligation is told of. */
const REMINDER_DAYS = [30, 7, 0]
/** Obligations notified in one run. */
const MAX_PER_RUN = 500

/**
 * Notifies of obligations of current managements that are late, or due in 30 or 7 days or today: the manager, and by mail those who answer for the station.
 * @param hours time after which a late obligation may be notified again
 */
export async function notifyDueObligations(context: NotifyContext, hours: number) {
  const { db, now } = context
  const today = dayInRome(now)
  // A day of reminder is told once, also the one of 25 hours.
  const near = hoursOfDayInRome(now)
  const rows = await db
    .select({
      ...{ id: table.id, due_date: table.due_date, name: obligations.name, management_id: managements.id, user_id: managers.user_id },
      station: { id: stations.id, code: stations.code, name: stations.name },
    })
    .from(table)
    .innerJoin(obligations, eq(obligations.id, table.obligation_id))
    .innerJoin(managements, eq(managements.id, table.management_id))
    .innerJoin(managers, eq(managers.id, managements.manager_id))
    .innerJoin(stations, eq(stations.id, managements.station_id))
    .where(
      and(
        ...[eq(table.applicable, true), isNull(managements.deleted_at), isNull(stations.deleted_at)],
        sql`(${managements.ended_at} is null or ${managements.ended_at} > ${today}::date)`,
        or(lt(table.due_date, today), inArray(sql`${table.due_date} - ${today}::date`, REMINDER_DAYS)),
        sql`not exists (select from notification_marks m where m.key = 'obligation ' || ${table.id}
          and m.at > ${now.toISOString()}::timestamptz - make_interval(secs => 3600 * case when ${table.due_date} < ${today}::date then ${hours}::float8 else ${near}::float8 end))`,
      ),
    )
    .orderBy(asc(table.due_date), asc(table.id))
    .limit(MAX_PER_RUN)
  let [count, sent] = [0, NO_NOTICES]
  for (const { id, due_date, name, management_id, user_id, station } of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      const late = due_date! < today
      if (!(await claimNotice(own.db, `obligation ${id}`, now, late ? hours : near))) return
      const what = `${name} – ${station.code} ${station.name}`
      const done = await notify(
        {
          event: late ? 'obligation_late' : 'obligation_due',
          subject: { type: 'management_obligation', id, link: `/stazioni/manager?gestione=${management_id}` },
          title: `${late ? 'Obbligo scaduto' : 'Obbligo in scadenza'}: ${what}`,
          text: `${what}: ${dueSentence(due_date!, today)}.`,
          people: user_id ? [{ user_id, reason: 'È un obbligo della tua gestione.' }] : [],
          emails: { list: await stationMailRecipients(own.db, station.id), reason: "Rispondi del punto vendita dell'obbligo." },
          mayRead: async (person) =>
            allows('mgmt.read', person) &&
            (await own.db.$count(managements, and(eq(managements.id, management_id), managementScope(person)))) > 0,
        },
        own,
      )
      sent = sumCounts(sent, done)
      count++
    })
  return { count, sent }
}
