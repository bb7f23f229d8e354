import { and, eq, inArray, sql } from 'drizzle-orm'
import { isOpenCourse } from '../../../src/rules/gpl/course-states.ts'
import { gpl_card_requests, gpl_courses } from '../../db/schema/gpl/gpl.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'

export type Course = typeof gpl_courses.$inferSelect
export type Request = typeof gpl_card_requests.$inferSelect
/**
 * Takes a seat of a course: its row stays locked until the transaction ends, so that the last seat is given once.
 * @throws 422 if there is no such course, 409 if it is closed or full
 */
export async function takeSeat(course_id: number, { db }: Context): Promise<Course> {
  const [course] = await db.select().from(gpl_courses).where(eq(gpl_courses.id, course_id)).for('update')
  if (!course) refuse({ course_id: 'Il valore selezionato per Corso non esiste.' })
  if (!isOpenCourse(course!)) throw problem.conflict('Il corso è svolto o annullato: sceglierne un altro.')
  const booked = await db.$count(gpl_card_requests, eq(gpl_card_requests.course_id, course_id))
  if (booked >= course!.seats) throw problem.conflict('Nessun posto disponibile per il corso selezionato.')
  return course!
}
const italianDay = (day: string) => day.split('-').toReversed().join('/')
/** Mails the applicant, if there is an address. */
export async function tellApplicant({ email, number, name }: Request, subject: string, lines: readonly string[], { send }: Context) {
  if (!email) return
  const text = [`Gentile ${name},`, ...lines, '', `Richiesta ${number}`].join('\n')
  await send({ kind: 'mail', to: email, subject: `${subject} – ${number}`, text })
}
export const courseLine = ({ date, start, end, place }: Course, station: string | null) =>
  `Corso del ${italianDay(date)}, dalle ${start} alle ${end}, presso ${[station, place].filter(Boolean).join(', ')}.`
/** Sends the waiting requests of a cancelled course back, and tells their applicants. */
export async function freeCourse(course: Course, context: Context): Promise<void> {
  const waiting = await context.db
    .select()
    .from(gpl_card_requests)
    .where(and(eq(gpl_card_requests.course_id, course.id), eq(gpl_card_requests.status, 'WAITING_COURSE')))
    .for('update')
  for (const request of waiting) {
    await saveRequest(request, { status: 'CREATED', course_id: null, course_attended_at: null, trainer: null }, context)
    await tellApplicant(
      request,
      'Corso GPL annullato',
      [`Il corso del ${italianDay(course.date)} è stato annullato: ti proporremo un’altra data.`],
      context,
    )
  }
}
/** The applicants who wait for a course, or, once it is cancelled, those whom its cancellation sent back: requests name it no more, but the history does. */
export async function recipients(id: number, { db, sendsMail }: Context) {
  const [course] = await db.select({ status: gpl_courses.status }).from(gpl_courses).where(eq(gpl_courses.id, id))
  if (!course) throw problem.notFound()
  const sentBack = sql`${gpl_card_requests.id} in (select past.model_id from model_history past
    join model_history ended on ended.model = 'gpl_course' and ended.model_id = ${id}::int and ended.new ->> 'status' = 'cancelled'
      and ended.created_at = past.created_at
    where past.model = 'gpl_card_request' and (past.old ->> 'course_id')::int = ${id}::int and past.new ->> 'course_id' is null)`
  const waits = and(eq(gpl_card_requests.course_id, id), eq(gpl_card_requests.status, 'WAITING_COURSE'))
  const { name, lastname, plate, phone, email } = gpl_card_requests
  const people = await db
    .select({
      ...{ id: gpl_card_requests.id, plate, phone },
      name: sql<string>`${lastname} || ' ' || ${name}`,
      email: sql<boolean>`coalesce(${email}, '') <> ''`,
    })
    .from(gpl_card_requests)
    .where(course.status === 'cancelled' ? sentBack : waits)
    .orderBy(lastname, name, gpl_card_requests.id)
  return { leaves: sendsMail, people }
}
/** Notes who was at a course; others that were noted before are taken back. */
export async function notePresence(course: Course, present: readonly number[], context: Context): Promise<void> {
  const waiting = await context.db
    .select()
    .from(gpl_card_requests)
    .where(and(eq(gpl_card_requests.course_id, course.id), inArray(gpl_card_requests.status, ['WAITING_COURSE'])))
    .for('update')
  for (const request of waiting) {
    const there = present.includes(request.id)
    if (there === (request.course_attended_at !== null)) continue
    await saveRequest(request, { course_attended_at: there ? course.date : null, trainer: there ? course.teacher : null }, context)
  }
}
/** Writes changed values over a locked request, with its history. */
export async function saveRequest(before: Request, set: Partial<Request>, { db, user, now, history }: Context): Promise<Request> {
  const [after] = await db
    .update(gpl_card_requests)
    .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(gpl_card_requests.id, before.id))
    .returning()
  await history('gpl_card_request', before.id, set.status && set.status !== before.status ? 'status' : 'updated', before, after)
  return after!
}
