import { isHoliday } from '../shared/italian-holidays.ts'
import { type DayHours, type DetailedHours, isWithin, type WeekdayHours, weekdayOf } from './opening-hours.ts'

/**
 * Local time in Rome as milliseconds, read as if it were UTC. Opening hours are in local time: in the night when the clock goes forward an
 * interval is one hour shorter, and in the night when it goes back the repeated hour counts twice.
 */
export type WallClock = number

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Days to look ahead. A station that opens on one weekday only is found even if that day is a holiday. */
const AHEAD = 15
const rome = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Rome', year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
})
/** Local time in Rome of an instant (milliseconds since 1970). */
export const romeWallClock = (at: number): WallClock => Date.parse(`${rome.format(at).replace(' ', 'T')}Z`)
/** The instant of a local time in Rome. In the repeated hour it is the first one; a time in the skipped hour moves on by one hour. */
export const romeInstant = (wall: WallClock): number =>
  [wall - 120 * MINUTE_MS, wall - 60 * MINUTE_MS].find((at) => romeWallClock(at) === wall) ?? wall - 60 * MINUTE_MS
/** `YYYY-MM-DD` */
export const dayOf = (wall: WallClock): string => new Date(wall).toISOString().slice(0, 10)
/** `HH:MM` */
export const timeOf = (wall: WallClock) => new Date(wall).toISOString().slice(11, 16)

/** The hours of a day; `night`: until when the night before goes on into a holiday. */
type HoursOfDay = DayHours & { night?: string }
/** The hours of a day `YYYY-MM-DD`; undefined if unknown. */
export type HoursOn = (day: string) => HoursOfDay | undefined

/** The weekdays whose hours apply to a day; the first one that has hours counts. Holidays fall back to Sunday. */
export function weekdaysFor(day: string): readonly number[] {
  if (isHoliday(day)) return [8, 7]
  return [weekdayAt(day)]
}
/** 1 (Monday) to 7. */
export const weekdayAt = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const hoursFor = (week: readonly WeekdayHours[], day: string): HoursOfDay | undefined => {
  for (const wanted of weekdaysFor(day)) {
    const found = week.find(({ weekday }) => weekday === wanted)
    if (!found) continue
    const night = isHoliday(day) ? nightBefore(week, day) : undefined
    return night && found.open1 !== '00:00' && !found.h24 ? { ...found, night } : found
  }
  return undefined
}
/** `YYYY-MM-DD` */
export const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
/** Longer than this it is no end of a night, but a day of its own. */
export const END_OF_NIGHT = '12:00'
/**
 * The end of a night that began on the day before a holiday. The week says it with the weekday after (Monday until 24:00, Tuesday from 00:00
 * to 02:00), whose hours a holiday replaces; but the night is Monday's.
 */
function nightBefore(week: readonly WeekdayHours[], holiday: string): string | undefined {
  const evening = hoursFor(week, dayBefore(holiday))
  if (!evening || evening.closed || (evening.close2 ?? evening.close1) !== '24:00') return undefined
  const { open1, close1 } = week.find(({ weekday }) => weekday === weekdayAt(holiday)) ?? {}
  return open1 === '00:00' && close1 && close1 <= END_OF_NIGHT ? close1 : undefined
}
/** Hours from the station's week. */
export const byWeek =
  (week: readonly WeekdayHours[]): HoursOn =>
  (day) =>
    hoursFor(week, day)
/** Hours from the detailed hours of one mode. A season that includes the day takes precedence over the whole year. */
export function byMode(entries: readonly DetailedHours[], mode: string): HoursOn {
  const own = entries.filter((entry) => entry.mode === mode)
  const yearly = own.filter(({ season }) => season === 'annuale')
  return (day) => {
    const seasonal = own.filter((entry) => entry.season !== 'annuale' && isWithin(day.slice(5), entry))
    return hoursFor(seasonal.length ? seasonal : yearly, day)
  }
}

/** `until` and `from` tell when the state changes; null if it does not within two weeks. */
export type OpenState = { open: true; until: WallClock | null } | { open: false; from: WallClock | null }

interface Span {
  from: WallClock
  to: WallClock
}
function spansOf({ open1, close1, open2, close2, closed, h24, night }: HoursOfDay, start: WallClock): Span[] {
  if (h24) return [{ from: start, to: start + DAY_MS }]
  const at = (time: string) => start + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS
  const own = closed ? [] : [[open1, close1] as const, [open2, close2] as const]
  return [['00:00', night] as const, ...own].flatMap(([from, to]) => (from && to ? [{ from: at(from), to: at(to) }] : []))
}
/** Whether it is open, and until when. Adjacent intervals count as one, also across midnight. Undefined if the day's hours are unknown. */
export function openState(hoursOn: HoursOn, now: WallClock): OpenState | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  if (!hoursOn(dayOf(today))) return undefined
  const end = today + AHEAD * DAY_MS
  let open: Span | undefined
  for (let start = today; start < end; start += DAY_MS)
    for (const span of spansOf(hoursOn(dayOf(start)) ?? {}, start)) {
      if (open && span.from > open.to) return { open: true, until: open.to }
      if (open) open.to = Math.max(open.to, span.to)
      else if (span.from > now) return { open: false, from: span.from }
      else if (span.to > now) open = { ...span }
    }
  if (open) return { open: true, until: open.to >= end ? null : open.to }
  return { open: false, from: null }
}

/** "alle 19:30", "domani alle 07:00", "lunedì alle 07:00", "il 24/12 alle 07:00". With `end`, midnight belongs to the day before: "alle 24:00". */
function when(at: WallClock, now: WallClock, end: boolean): string {
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
/** The specified state, and the next change: "chiude alle 19:30", "apre domani alle 07:00", "24 ore"; empty if unknown. */
export function openWords(state: OpenState, now: WallClock): { word: 'Aperto ora' | 'Chiuso'; next: string } {
  if (state.open) return { word: 'Aperto ora', next: state.until === null ? '24 ore' : `chiude ${when(state.until, now, true)}` }
  return { word: 'Chiuso', next: state.from === null ? '' : `apre ${when(state.from, now, false)}` }
}
/** The open state of a station. One that is not active is closed, whatever its hours. */
export const stationOpenState = (status: string, hoursOn: HoursOn, now: WallClock): OpenState | undefined =>
  status === 'active' ? openState(hoursOn, now) : { open: false, from: null }
