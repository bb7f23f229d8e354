import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dueSentence } from '../../domain/shared/due-sentence.ts'
import { dayInRome, hoursOfDayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { addressesOf, NO_NOTICES, type NotifyContext, notify, sumCounts } from '../notifications/notify.ts'
import { stationMailRecipients } from '../stations/mail-recipients.ts'
import { readersOfExpiration } from './scope.ts'

const LISTED_ADDRESS = "L'indirizzo è tra quelli della scadenza."
const STATION_CONTACT = 'Rispondi del punto vendita della scadenza.'
/** Expirations notified in one run. */
const MAX_PER_RUN = 500

/**
 * Notifies of open expirations that are late, or whose day is as far away as one of their `notify_days`, unless that is suspended. It goes to their group and addresses; if they have
 * neither, to those who answer for the station.
 * @param hours time after which a late expiration may be notified again
 */
export async function notifyDueExpirations(context: NotifyContext, hours: number) {
  const { db, now } = context
  const today = dayInRome(now)
  // A day of reminder is told once, also the one of 25 hours.
  const near = hoursOfDayInRome(now)
  const rows = await db
    .select({ row: expirations, station: { code: stations.code, name: stations.name } })
    .from(expirations)
    .leftJoin(stations, eq(stations.id, expirations.station_id))
    .where(
      and(
        eq(expirations.status, 'open'),
        or(isNull(expirations.snoozed_until), lte(expirations.snoozed_until, today)),
        // The day on which a suspension ends is a day of reminder, too.
        or(
          lt(expirations.date, today),
          eq(expirations.snoozed_until, today),
          sql`(${expirations.date} - ${today}::date) = any(${expirations.notify_days})`,
        ),
        sql`not exists (select from notification_marks m where m.key = 'expiration ' || ${expirations.id}
          and m.at > ${now.toISOString()}::timestamptz - make_interval(secs => 3600 * case when ${expirations.date} < ${today}::date then ${hours}::float8 else ${near}::float8 end))`,
      ),
    )
    .orderBy(asc(expirations.date), asc(expirations.id))
    .limit(MAX_PER_RUN)
  let [count, sent] = [0, NO_NOTICES]
  for (const { row, station } of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      const late = row.date < today
      if (!(await claimNotice(own.db, `expiration ${row.id}`, now, late ? hours : near))) return
      const emails = addressesOf(row.emails)
      const readers =
        emails.length || row.notification_group_id || !row.station_id ? emails : await stationMailRecipients(own.db, row.station_id)
      const place = station ? ` – ${station.code} ${station.name}` : ''
      const done = await notify(
        {
          ...{
            event: late ? 'expiration_late' : 'expiration_due',
            subject: { type: 'expiration', id: row.id, link: `/scadenze/${row.id}` },
          },
          ...{
            title: `${late ? 'Scadenza superata' : 'Scadenza vicina'}: ${row.message}${place}`,
            text: `${row.message}${place}: ${dueSentence(row.date, today)}.`,
          },
          mayRead: readersOfExpiration(row.id, own.db),
          ...{ groups: [row.notification_group_id], emails: { list: readers, reason: emails.length ? LISTED_ADDRESS : STATION_CONTACT } },
        },
        own,
      )
      sent = sumCounts(sent, done)
      count++
    })
  return { count, sent }
}
