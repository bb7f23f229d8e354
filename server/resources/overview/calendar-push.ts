import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { expirationTypes } from '../../../src/contract/expirations/words.ts'
import { courseKinds } from '../../../src/contract/gpl/words.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { gpl_courses } from '../../db/schema/gpl/gpl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { type Calendar, type CalendarEvent, markOf } from '../../lib/jobs/google-calendar.ts'

const ROME = 'Europe/Rome'
/** A reminder comes at nine in the morning of its day; an all-day event begins at midnight. */
const reminderOf = (days: number) => Math.max(0, days * 24 * 60 - 9 * 60)
/** Google takes none longer than four weeks. */
const LONGEST_REMINDER = 28 * 24 * 60
const DUE = 'scad'
const idOf = (kind: typeof DUE | 'corso', id: number) => `${kind}${String(id).padStart(8, '0')}`
const placeOf = ({ code, name }: { code: string | null; name: string | null }) => (code ? `${code} ${name}` : '')

async function dueEvents(db: Db): Promise<CalendarEvent[]> {
  const rows = await db
    .select({
      ...{
        id: expirations.id,
        type: expirations.type,
        date: expirations.date,
        message: expirations.message,
        days: expirations.notify_days,
      },
      ...{ code: stations.code, name: stations.name },
    })
    .from(expirations)
    .leftJoin(stations, eq(stations.id, expirations.station_id))
    .where(eq(expirations.status, 'open'))
    .orderBy(expirations.id)
  return rows.map(({ id, type, date, message, days, ...station }) => ({
    id: idOf(DUE, id),
    summary: [`[${expirationTypes[type]}] ${message}`, placeOf(station)].filter(Boolean).join(' – '),
    description: `Scadenza n. ${id} di Piazzale`,
    start: { date },
    end: { date: addDays(date, 1) },
    reminders: days.map(reminderOf).filter((minutes) => minutes <= LONGEST_REMINDER),
  }))
}
async function courseEvents(db: Db, today: string): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ course: gpl_courses, code: stations.code, name: stations.name, city: stations.city })
    .from(gpl_courses)
    .leftJoin(stations, eq(stations.id, gpl_courses.station_id))
    .where(and(inArray(gpl_courses.status, ['planned', 'confirmed']), gte(gpl_courses.date, today)))
    .orderBy(gpl_courses.id)
  return rows.map(({ course: { id, title, kind, date, start, end, place, teacher }, ...station }) => {
    const location = place ?? placeOf(station)
    return {
      id: idOf('corso', id),
      summary: `[${courseKinds[kind]}] ${title}`,
      description: [`Corso n. ${id} di Piazzale`, teacher && `Docente: ${teacher}`].filter(Boolean).join('\n'),
      start: { dateTime: `${date}T${start}:00`, timeZone: ROME },
      end: { dateTime: `${date}T${end}:00`, timeZone: ROME },
      ...(location && { location }),
      reminders: [24 * 60],
    }
  })
}

/** Writes and removals of one run: more would take longer than a person waits, and than the other system allows in a minute. */
export const MOST_CHANGES = 300

/**
 * Makes the calendar show the open expirations and the coming GPL courses: writes what is new or has changed there, removes what is done, cancelled or
 * deleted, at most `MOST_CHANGES` of them. What is as it should be is left alone, so a run that broke off is finished by the next. Not within a
 * transaction: it waits for the other system.
 * @returns how many entries were written or removed, how many are left, and the expirations that stand there now
 * @throws Problem 503
 */
export async function pushCalendar(db: Db, calendar: Calendar, now: Date): Promise<{ events: number; left: number; due: number[] }> {
  const wanted = [...(await dueEvents(db)), ...(await courseEvents(db, dayInRome(now)))]
  const ours = new Set(wanted.map(({ id }) => id))
  const known = await calendar.known()
  const gone = [...known.keys()].filter((id) => !ours.has(id))
  const changed = wanted.filter((event) => known.get(event.id) !== markOf(event))
  const work = [...changed.map((event) => () => calendar.put(event, known.has(event.id))), ...gone.map((id) => () => calendar.remove(id))]
  for (const step of work.slice(0, MOST_CHANGES)) await step()
  const later = new Set(changed.slice(MOST_CHANGES).map(({ id }) => id))
  const due = wanted
    .filter(({ id }) => id.startsWith(DUE) && (known.has(id) || !later.has(id)))
    .map(({ id }) => Number(id.slice(DUE.length)))
  return { events: Math.min(work.length, MOST_CHANGES), left: Math.max(0, work.length - MOST_CHANGES), due }
}
/** Notes with each expiration that it stands in the calendar, or no longer does. */
export async function noteCalendar(db: Db, due: readonly number[]): Promise<void> {
  const stands = sql`${expirations.id} = any(${`{${due.join()}}`}::int[])`
  const name = sql<string>`${DUE}::text || lpad(${expirations.id}::text, 8, '0')`
  await db
    .update(expirations)
    .set({ google_id: sql`case when ${stands} then ${name} end` })
    .where(sql`${expirations.google_id} is distinct from case when ${stands} then ${name} end`)
}
/** The daily run: in steps, until nothing is left. */
export async function pushCalendarWhole({ db, calendar, now }: { db: Db; calendar?: Calendar | undefined; now: Date }): Promise<void> {
  if (!calendar) return
  for (let left = 1; left > 0; ) {
    const done = await pushCalendar(db, calendar, now)
    await noteCalendar(db, done.due)
    left = done.left
  }
}
