import { and, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm'
import { gplCourses as contract } from '../../../src/contract/gpl/courses.ts'
import { type CourseStatus, courseStatuses, type RequestStatus } from '../../../src/contract/gpl/words.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { courseRefusal, isOpenCourse } from '../../../src/rules/gpl/course-states.ts'
import { gpl_card_requests, gpl_courses as table } from '../../db/schema/gpl/gpl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { contains } from '../../lib/tables/table.ts'
import { printRegister } from './modules.ts'
import { type Course, freeCourse, notePresence, recipients } from './seats.ts'

// Written out, because drizzle omits the table name in a select from one table and `id` would become ambiguous in a subquery.
const stationId = sql.raw('"gpl_courses"."station_id"')
const courseId = sql.raw('"gpl_courses"."id"')
const booked = sql<number>`(select count(*)::int from gpl_card_requests where course_id = ${courseId})`
const plain = plainOn(contract, table, {
  model: 'gpl_course',
  search: ['title', 'place', 'teacher', 'note'],
  sort: ['date', 'status', 'title', 'teacher', 'seats'],
  words: { status: courseStatuses },
  row: {
    booked,
    station: sql<{ id: number; code: string; name: string } | null>`(select json_build_object('id', id, 'code', code, 'name', name)
      from stations where id = ${stationId})`,
  },
  record: {
    participants: sql<
      { id: number; number: string; name: string; plate: string; phone: string; status: RequestStatus; present: boolean }[]
    >`(select coalesce(json_agg(json_build_object('id', id, 'number', number, 'name', lastname || ' ' || name, 'plate', plate, 'phone', phone,
      'status', status, 'present', course_attended_at is not null) order by lastname, name, id), '[]') from gpl_card_requests where course_id = ${courseId})`,
  },
  inUse: [[gpl_card_requests.course_id, (count) => `Il corso ha ${count} iscritti: annullarlo invece di eliminarlo.`]],
  filters: {
    with_free_seats: (free: boolean) => sql`(${booked} < ${table.seats}) = ${free}`,
    from: (day: string) => gte(table.date, day),
    to: (day: string) => lte(table.date, day),
  },
})

/** What a course must be as a whole: an end after its start, and a station or a place. */
function check({ start, end, station_id, place }: Partial<Course>) {
  refuse({
    end: end! <= start! ? "L'ora di fine deve essere successiva all'ora di inizio." : undefined,
    place: station_id || place ? undefined : messages.required('Punto vendita o Luogo'),
  })
}
const inPast = (date: string | undefined, { now }: Context) =>
  date !== undefined && date < dayInRome(now) ? 'La data del corso non può essere nel passato.' : undefined

export default implement(contract, {
  ...plain,
  create(input, context) {
    refuse({ date: inPast(input.date, context) })
    check(input)
    return plain.create(input, context)
  },
  async update(input, context) {
    const [before] = await context.db.select().from(table).where(eq(table.id, input.id)).for('update')
    if (!before) throw problem.notFound()
    if (isOlder(input.rev, before.rev)) throw problem.stale(await plain.get(input, context))
    const { id: _, rev: __, status, present, ...given } = input
    const to: CourseStatus = status ?? before.status
    const changes = Object.entries(given).some(([name, value]) => value !== undefined && value !== before[name as keyof Course])
    if (changes && !isOpenCourse(before)) throw problem.conflict('Il corso è svolto o annullato: non si può più modificare.')
    refuse({ date: input.date === before.date ? undefined : inPast(input.date, context) })
    const next = { ...before, ...given } as Course
    check(next)
    const refused = to === before.status ? undefined : courseRefusal(next, to, dayInRome(context.now))
    if (refused) throw problem.conflict(refused)
    const taken = await context.db.$count(gpl_card_requests, eq(gpl_card_requests.course_id, input.id))
    refuse({ seats: next.seats < taken ? `Il corso ha già ${taken} iscritti.` : undefined })
    if (present && to !== 'done') throw problem.conflict('Le presenze si segnano quando il corso è svolto.')
    if (to === 'cancelled' && before.status !== 'cancelled') await freeCourse(before, context)
    const saved = await plain.update(input, context)
    if (!present) return saved
    await notePresence(next, present, context)
    return plain.get(input, context)
  },
  async remove({ id }, context) {
    const [course] = await context.db.select({ status: table.status }).from(table).where(eq(table.id, id)).for('update')
    if (course?.status === 'done') throw problem.conflict('Il corso è svolto: resta con il suo registro e non si elimina.')
    return plain.remove({ id }, context)
  },
  recipients: ({ id }, context) => recipients(id, context),
  register: ({ id }, context) => printRegister(id, context),
  stations: ({ value, search, query }, { db }) =>
    db
      .select({ id: stations.id, code: stations.code, name: stations.name, city: stations.city })
      .from(stations)
      .where(and(isNull(stations.deleted_at), ne(stations.status, 'dismissed'), contains(value ?? search ?? query, stations.search_text)))
      .orderBy(stations.name, stations.id)
      .limit(20),
})
