import { and, asc, eq, lt, or, sql } from 'drizzle-orm'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { mark } from '../notifications/mark.ts'
import { addressesOf, NOBODY_TOLD, notify, sumTold, type Teller } from '../notifications/notify.ts'
import { readersOf } from '../stations/readers.ts'

const NAMED = "L'indirizzo è tra quelli della scadenza."
const ANSWERS = 'Rispondi del punto vendita della scadenza.'
/** So many of a kind at a time. */
const MOST = 500
const DAY_MS = 86_400_000

/** Expirations that are open and past, or so many days away as they say: their group and those that ask for such, their addresses, and who answers for the station where neither is named. */
export async function tellLateExpirations(teller: Teller, hours: number) {
  const { db, now } = teller
  const today = dayInRome(now)
  const rows = await db
    .select({ row: expirations, station: { code: stations.code, name: stations.name } })
    .from(expirations)
    .leftJoin(stations, eq(stations.id, expirations.station_id))
    .where(
      and(
        eq(expirations.status, 'open'),
        or(lt(expirations.date, today), sql`(${expirations.date} - ${today}::date) = any(${expirations.notify_days})`),
        sql`not exists (select from notification_marks m where m.key = 'expiration ' || ${expirations.id}
          and m.at > ${now.toISOString()}::timestamptz - make_interval(hours => case when ${expirations.date} < ${today}::date then ${hours}::int else 24 end))`,
      ),
    )
    .orderBy(asc(expirations.date), asc(expirations.id))
    .limit(MOST)
  let [count, told] = [0, NOBODY_TOLD]
  for (const { row, station } of rows)
    await db.transaction(async (tx) => {
      const own = { ...teller, db: tx as Db }
      const late = row.date < today
      if (!(await mark(own.db, `expiration ${row.id}`, now, late ? hours : 24))) return
      const [emails, day] = [addressesOf(row.emails), row.date.split('-').toReversed().join('/')]
      const readers = emails.length || row.notification_group_id || !row.station_id ? emails : await readersOf(own.db, row.station_id)
      const place = station ? ` – ${station.code} ${station.name}` : ''
      const days = Math.round((Date.parse(row.date) - Date.parse(today)) / DAY_MS)
      const when = late
        ? `era per il ${day}`
        : days === 0
          ? `è per oggi, ${day}`
          : `è per il ${day}, tra ${days === 1 ? '1 giorno' : `${days} giorni`}`
      const done = await notify(
        {
          ...{
            event: late ? 'expiration_late' : 'expiration_due',
            subject: { type: 'expiration', id: row.id, link: `/scadenze/${row.id}` },
          },
          ...{
            title: `${late ? 'Scadenza superata' : 'Scadenza vicina'}: ${row.message}${place}`,
            text: `${row.message}${place}: ${when}.`,
          },
          ...{ groups: [row.notification_group_id], emails: { list: readers, reason: emails.length ? NAMED : ANSWERS } },
        },
        own,
      )
      told = sumTold(told, done)
      count++
    })
  return { count, told }
}
/** What the office is told of each morning: late expirations every seven days, near ones on their days (domain.md 2.9, 5.4). */
export const tellExpirations = (teller: Teller) => tellLateExpirations(teller, 7 * 24 - 2)
