import { addMonths } from '../../../src/rules/shared/italian.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'

/** `before`: the first day that stays, `YYYY-MM-DD`; `midnight`: the instant it begins in Rome; `fiscal`: that of what is kept for ten years. */
export interface Border {
  before: string
  midnight: string
  fiscal: string
}
/** Months that books are kept (art. 2220 c.c.). */
const FISCAL_MONTHS = 120
const midnightOf = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date)).toISOString()
}
/** Where what stays for so many months begins, by the calendar of Rome. */
export function borderOf(months: number, now: Date): Border {
  const back = (count: number) => addMonths(dayInRome(now), -count)
  return { before: back(months), midnight: midnightOf(back(months)), fiscal: midnightOf(back(FISCAL_MONTHS)) }
}
