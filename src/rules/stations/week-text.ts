import type { WeekdayHours } from './opening-hours.ts'

type Day = Required<WeekdayHours>
/** A week from its short form: `1 07:00-12:30 15:00-19:30;6 h24;7 chiuso`. */
export function readWeek(text: string): Day[] {
  return text
    .split(';')
    .filter(Boolean)
    .map((day) => {
      const [weekday, ...parts] = day.split(' ')
      const [[open1 = null, close1 = null] = [], [open2 = null, close2 = null] = []] = parts
        .filter((part) => part.includes('-'))
        .map((part) => part.split('-'))
      return { weekday: Number(weekday), open1, close1, open2, close2, closed: parts.includes('chiuso'), h24: parts.includes('h24') }
    })
}
