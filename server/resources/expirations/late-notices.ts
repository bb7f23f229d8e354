import { and, asc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { addressesOf, notify, type Told } from '../notifications/notify.ts'
import { readersOf } from '../stations/readers.ts'
import { mark, type Teller, tellBeyond } from '../tickets/sla-check.ts'

const NAMED = "L'indirizzo è tra quelli della scadenza."
const ANSWERS = 'Rispondi del punto vendita della scadenza.'
/** So many of a kind at a time. */
const MOST = 500
const DAY_MS = 86_400_000
const NONE: Told = { people: 0, mails: 0, pushes: 0 }
const sum = (a: Told, b: Told): Told => ({ people: a.people + b.people, mails: a.mails + b.mails, pushes: a.pushes + b.pushes })

/** Expirations that are open and past, or so many days away as they say: their group and those that ask for such, their addresses, and who answers for the station where neither is named. */
async function expirationNotices(teller: Teller, hours: number) {
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
  let [count, told] = [0, NONE]
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
      told = sum(told, done)
      count++
    })
  return { count, told }
}
async function ticketNotices(teller: Teller, hours: number) {
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
  let [count, told] = [0, NONE]
  for (const row of rows)
    await db.transaction(async (tx) => {
      const own = { ...teller, db: tx as Db }
      if (!(await mark(own.db, `ticket ${row.id} by hand`, now, hours))) return
      told = sum(told, await tellBeyond(row, own))
      count++
    })
  return { count, told }
}
/** What the office is told of each morning: late expirations every seven days, near ones on their days (domain.md 2.9, 5.4). */
export const tellExpirations = (teller: Teller) => expirationNotices(teller, 7 * 24 - 2)
/** What is late, told by hand: of each thing at most once in 24 hours (domain.md 8.7). Obligations come with their area. */
export async function tellAllLate(teller: Teller) {
  const [expired, late] = [await expirationNotices(teller, 24), await ticketNotices(teller, 24)]
  const { mails, pushes } = sum(expired.told, late.told)
  return { expirations: expired.count, obligations: 0, tickets: late.count, mails, pushes }
}
