import { type CourseStatus, courseStatuses } from '../../contract/gpl/words.ts'

/** Allowed transitions. Source: docs/spec/gpl.md#states-of-a-course */
const transitions: Readonly<Record<CourseStatus, readonly CourseStatus[]>> = {
  planned: ['confirmed', 'done', 'cancelled'],
  confirmed: ['done', 'cancelled'],
  done: [],
  cancelled: [],
}
/** States that a person may set on this day, `YYYY-MM-DD`: a course is done from its day on, and confirmed until then. */
export const nextCourseStatuses = ({ status, date }: { status: CourseStatus; date: string }, today: string): CourseStatus[] =>
  transitions[status].filter((to) => (to === 'done' ? date <= today : to !== 'confirmed' || date >= today))
/** The refusal in words; undefined if the transition is allowed. */
export function courseRefusal(course: { status: CourseStatus; date: string }, to: CourseStatus, today: string): string | undefined {
  if (nextCourseStatuses(course, today).includes(to)) return undefined
  if (to === 'done' && transitions[course.status].includes(to)) return 'Il corso si segna come svolto dal suo giorno in poi.'
  if (to === 'confirmed' && transitions[course.status].includes(to)) return 'Il corso è passato: si segna come svolto o si annulla.'
  return `Passaggio di stato non consentito: da "${courseStatuses[course.status]}" a "${courseStatuses[to]}".`
}
/** Whether data and seats of the course may still be changed. */
export const isOpenCourse = ({ status }: { status: CourseStatus }) => status === 'planned' || status === 'confirmed'
/** A course that took place is kept with its register; one with bookings is cancelled instead (docs/spec/gpl.md#states-of-a-course). */
export const isDeletableCourse = ({ status, booked }: { status: CourseStatus; booked: number }) => status !== 'done' && !booked
