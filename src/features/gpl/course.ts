import type { gplCourses } from '../../contract/gpl/courses.ts'
import { type CourseStatus, courseStatuses } from '../../contract/gpl/words.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { IconCalendar } from '../../ui/icons.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'

export type Course = Output<typeof gplCourses.get>
export type CourseRow = Output<typeof gplCourses.list>['data'][number]
export const words = {
  title: 'Calendario Corsi GPL',
  fresh: 'Nuovo corso',
  thing: 'il corso',
  none: 'Nessun corso.',
  icon: IconCalendar,
} as const
const tones: Readonly<Record<CourseStatus, Tone>> = { planned: 'wait', confirmed: 'info', done: 'ok', cancelled: 'neutral' }
export const courseChip = ({ status }: Pick<CourseRow, 'status'>) => ({ tone: tones[status], label: courseStatuses[status] })
export const placeOf = ({ station, place }: Pick<CourseRow, 'station' | 'place'>) =>
  [station && `${station.code} ${station.name}`, place].filter(Boolean).join(', ')
export const hoursOf = ({ start, end }: Pick<CourseRow, 'start' | 'end'>) => `${start}–${end}`
