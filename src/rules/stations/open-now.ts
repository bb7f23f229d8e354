import { isHoliday } from '../shared/italian-holidays.ts'
import { type DayHours, type DetailedHours, isWithin, type WeekdayHours, weekdayOf } from './opening-hours.ts'

/**
 * Who is open at an instant. Hours are those of the clock that hangs at the station: `Wall` is what it shows, in milliseconds, as though it went by UTC.
 * So a night on which an hour is left out is shorter, and on one on which an hour comes twice what is written for it holds twice.
 */
export type Wall = number

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Days looked ahead: who is open on one weekday only is found also where that is a holiday. */
const AHEAD = 15
const rome = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Rome', year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
})
/** What the clock shows in Rome at an instant (milliseconds since 1970). */
export const romeWall = (at: number): Wall => Date.parse(`${rome.format(at).replace(' ', 'T')}Z`)
/** The instant at which the clock shows it: of an hour that comes twice the first one; the hour that is left out is moved on by one. */
export const romeInstant = (wall: Wall): number =>
  [wall - 120 * MINUTE_MS, wall - 60 * MINUTE_MS].find((at) => romeWall(at) === wall) ?? wall - 60 * MINUTE_MS
/** `YYYY-MM-DD` */
export const dayOf = (wall: Wall): string => new Date(wall).toISOString().slice(0, 10)
/** `HH:MM` */
export const timeOf = (wall: Wall) => new Date(wall).toISOString().slice(11, 16)

/** The hours of a day `YYYY-MM-DD`; undefined where none are known of it. */
export type HoursOn = (day: string) => DayHours | undefined

/** Which rows of a week a day goes by, the first that is there: holidays have theirs, or those of Sunday. */
export function weekdaysFor(day: string): readonly number[] {
  if (isHoliday(day)) return [8, 7]
  return [new Date(`${day}T00:00:00Z`).getUTCDay() || 7]
}
const pick = (week: readonly WeekdayHours[], day: string): DayHours | undefined => {
  for (const wanted of weekdaysFor(day)) {
    const found = week.find(({ weekday }) => weekday === wanted)
    if (found) return found
  }
  return undefined
}
/** By the week of a station. */
export const byWeek =
  (week: readonly WeekdayHours[]): HoursOn =>
  (day) =>
    pick(week, day)
/** By the detailed hours of one mode: a season that the day is in goes before the whole year. */
export function byMode(entries: readonly DetailedHours[], mode: string): HoursOn {
  const own = entries.filter((entry) => entry.mode === mode)
  const yearly = own.filter(({ season }) => season === 'annuale')
  return (day) => {
    const seasonal = own.filter((entry) => entry.season !== 'annuale' && isWithin(day.slice(5), entry))
    return pick(seasonal.length ? seasonal : yearly, day)
  }
}

/** `until`, `from`: when that changes; null where it does not within two weeks. */
export type OpenState = { open: true; until: Wall | null } | { open: false; from: Wall | null }

interface Span {
  from: Wall
  to: Wall
}
function spansOf({ open1, close1, open2, close2, closed, h24 }: DayHours, start: Wall): Span[] {
  if (closed) return []
  if (h24) return [{ from: start, to: start + DAY_MS }]
  const at = (time: string) => start + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS
  return [[open1, close1] as const, [open2, close2] as const].flatMap(([from, to]) => (from && to ? [{ from: at(from), to: at(to) }] : []))
}
/** Open or not, and until when: one interval that ends where another begins goes on in it, over midnight too. Undefined where nothing is known of the day. */
export function openState(hoursOn: HoursOn, now: Wall): OpenState | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  if (!hoursOn(dayOf(today))) return undefined
  const end = today + AHEAD * DAY_MS
  let open: Span | undefined
  for (let start = today; start < end; start += DAY_MS)
    for (const span of spansOf(hoursOn(dayOf(start)) ?? {}, start)) {
      if (open && span.from > open.to) return { open: true, until: open.to }
      if (open) open.to = span.to
      else if (span.from > now) return { open: false, from: span.from }
      else if (span.to > now) open = { ...span }
    }
  if (open) return { open: true, until: open.to >= end ? null : open.to }
  return { open: false, from: null }
}

/** "alle 19:30", "domani alle 07:00", "lunedì alle 07:00", "il 24/12 alle 07:00"; `end` at midnight is that of the day before: "alle 24:00". */
function when(at: Wall, now: Wall, end: boolean): string {
  const midnight = end && at % DAY_MS === 0
  const day = Math.floor((midnight ? at - 1 : at) / DAY_MS)
  const time = `alle ${midnight ? '24:00' : timeOf(at)}`
  const days = day - Math.floor(now / DAY_MS)
  if (days === 0) return time
  if (days === 1) return `domani ${time}`
  const date = dayOf(day * DAY_MS)
  if (days < 7) return `${weekdayOf(new Date(day * DAY_MS).getUTCDay() || 7).toLowerCase()} ${time}`
  return `il ${date.slice(8)}/${date.slice(5, 7)} ${time}`
}
/** The documented words, and what comes next: "chiude alle 19:30", "apre domani alle 07:00", "24 ore"; empty where that is not known. */
export function openWords(state: OpenState, now: Wall): { word: 'Aperto ora' | 'Chiuso'; next: string } {
  if (state.open) return { word: 'Aperto ora', next: state.until === null ? '24 ore' : `chiude ${when(state.until, now, true)}` }
  return { word: 'Chiuso', next: state.from === null ? '' : `apre ${when(state.from, now, false)}` }
}
/** A station that is not active is closed, whatever hours it has otherwise (domain.md 2.7). */
export const stateOf = (status: string, hoursOn: HoursOn, now: Wall): OpenState | undefined =>
  status === 'active' ? openState(hoursOn, now) : { open: false, from: null }
