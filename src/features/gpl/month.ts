import { gplCourses } from '../../contract/gpl/courses.ts'
import { query } from '../../lib/query.ts'
import { daysOf } from '../../rules/shared/calendar.ts'

/** The courses of a month `YYYY-MM`, cancelled ones too. */
export function monthQuery(month: string) {
  const days = daysOf(month)
  return query(gplCourses.list, { from: days[0], to: days.at(-1), sort: 'date', per_page: 100 })
}
