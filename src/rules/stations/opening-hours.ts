import { weekdays } from '../../contract/stations/opening-fields.ts'

// Checks and texts of opening hours. Whether a station is open at a moment is in `open-now.ts`.

export interface DayHours {
  /** `HH:MM`. A closing time may be `24:00`, after which the next day continues. */
  open1?: string | null
  close1?: string | null
  open2?: string | null
  close2?: string | null
  closed?: boolean
  h24?: boolean
}
export type Weekday = keyof typeof weekdays
export interface WeekdayHours extends DayHours {
  /** 1 (Monday) to 7; 8 stands for holidays. */
  weekday: number
}
export interface DetailedHours extends WeekdayHours {
  mode: string
  season: string
  /** `MM-DD`, both inclusive. If `valid_from` is later than `valid_to`, the season spans the turn of the year. */
  valid_from: string
  valid_to: string
}
type Errors = Record<string, string>

export const LATE_CLOSE = "L'orario di chiusura deve essere successivo a quello di apertura."
export const OVERLAP = 'Le fasce orarie si sovrappongono.'
export const weekdayOf = (weekday: number): string => weekdays[weekday as Weekday] ?? String(weekday)

/** Errors of one day, by field; empty if it is valid. `HH:MM` compare as text. */
export function dayErrors({ open1, close1, open2, close2, closed, h24 }: DayHours): Errors {
  const given = !!(open1 || close1 || open2 || close2)
  if (closed && h24) return { h24: 'Un giorno è chiuso oppure aperto 24 ore: indicarne uno solo.' }
  if (closed || h24) return given ? { open1: 'Un giorno chiuso o aperto 24 ore non ha altri orari.' } : {}
  if (!given) return { open1: 'Indicare gli orari, oppure chiuso o 24 ore.' }
  const errors: Errors = {}
  if (!open1) errors.open1 = "Indicare l'orario di apertura."
  if (!close1) errors.close1 = "Indicare l'orario di chiusura."
  if (!open2 && close2) errors.open2 = "Indicare l'orario di apertura."
  if (open2 && !close2) errors.close2 = "Indicare l'orario di chiusura."
  if (open1 && close1 && close1 <= open1) errors.close1 = LATE_CLOSE
  if (open2 && close2 && close2 <= open2) errors.close2 = LATE_CLOSE
  if (open2 && close1 && open2 < close1 && !errors.close1) errors.open2 = OVERLAP
  return errors
}
const UNREADABLE = 'Orario non leggibile: scrivi per esempio 8-12.30 15-19, 24 ore o chiuso.'
/** The first error of a day that was entered into a single text field (`parseHours`). */
export const hoursError = (hours: DayHours): string | undefined =>
  hours.open1 && !/^\d\d:\d\d$/.test(hours.open1) ? UNREADABLE : Object.values(dayErrors(hours))[0]
/** Errors of the days of a week, by `<index>.<field>`. Days may be missing. */
export function weekErrors(days: readonly WeekdayHours[]): Errors {
  const errors: Errors = {}
  days.forEach((day, at) => {
    for (const [field, sentence] of Object.entries(dayErrors(day))) errors[`${at}.${field}`] = sentence
    if (days.findIndex(({ weekday }) => weekday === day.weekday) < at)
      errors[`${at}.weekday`] = `Il giorno compare due volte: ${weekdayOf(day.weekday)}.`
  })
  return errors
}
/** The missing days from Monday to Sunday. */
export const missingDays = (days: readonly { weekday: number }[]): number[] =>
  [1, 2, 3, 4, 5, 6, 7].filter((weekday) => !days.some((day) => day.weekday === weekday))

/** True if `MM-DD` lies within a season, first and last day included. A season that ends before it begins spans the turn of the year. */
export const isWithin = (date: string, { valid_from, valid_to }: Pick<DetailedHours, 'valid_from' | 'valid_to'>): boolean =>
  valid_from <= valid_to ? valid_from <= date && date <= valid_to : date >= valid_from || date <= valid_to

/**
 * Errors of all detailed hours of a station, by `<index>.<field>`. Every week (mode and season) must have all seven days and one validity,
 * and two seasons of a mode must not overlap. The hours of the whole year apply outside the seasons.
 */
export function detailedErrors(entries: readonly DetailedHours[]): Errors {
  const errors: Errors = {}
  const at = new Map(entries.map((entry, index) => [entry, index]))
  const weeks = weeksOf(entries)
  for (const week of weeks) {
    const [first] = week
    for (const [path, sentence] of Object.entries(weekErrors(week))) {
      const [index, field] = path.split('.') as [string, string]
      errors[`${at.get(week[Number(index)]!)}.${field}`] = sentence
    }
    const missing = missingDays(week).map((day) => weekdayOf(day).toLowerCase())
    if (missing.length) errors[`${at.get(first)}.weekday`] ??= `Mancano dei giorni: ${missing.join(', ')}.`
    for (const entry of week)
      if (entry.valid_from !== first.valid_from || entry.valid_to !== first.valid_to)
        errors[`${at.get(entry)}.valid_from`] = 'La validità deve essere la stessa in tutti i giorni della stagione.'
  }
  const seasons = weeks.map(([first]) => first).filter(({ season }) => season !== 'annuale')
  seasons.forEach((one, index) => {
    const other = seasons.slice(0, index).find(({ mode }) => mode === one.mode)
    if (other && overlap(one, other)) errors[`${at.get(one)}.valid_from`] = 'Le stagioni si sovrappongono.'
  })
  return errors
}
/** Groups the hours by mode and season. */
function weeksOf<T extends { mode: string; season: string }>(entries: readonly T[]): [T, ...T[]][] {
  const weeks = new Map<string, [T, ...T[]]>()
  for (const entry of entries) {
    const key = `${entry.mode} ${entry.season}`
    const week = weeks.get(key)
    if (week) week.push(entry)
    else weeks.set(key, [entry])
  }
  return [...weeks.values()]
}
type Season = Pick<DetailedHours, 'valid_from' | 'valid_to'>
const overlap = (one: Season, other: Season) => isWithin(one.valid_from, other) || isWithin(other.valid_from, one)

/** `07:00–12:30, 15:00–19:30`, `24 ore`, `Chiuso`; unreadable hours come back as entered. */
export function hoursText({ open1, close1, open2, close2, closed, h24 }: DayHours): string {
  if (closed) return 'Chiuso'
  if (h24) return '24 ore'
  const spans = [[open1, close1] as const, [open2, close2] as const].filter(([from, to]) => from || to)
  return spans.map(([from, to]) => (to ? `${from ?? ''}–${to}` : from)).join(', ')
}
const NOTHING: Required<DayHours> = { open1: null, close1: null, open2: null, close2: null, closed: false, h24: false }
const SHUT = /^(chiuso|chiusa|c)$/
const ALWAYS = /^(h ?24|24 ?(h|ore)|24\/24|sempre( aperto)?)$/
const TIME = /\d[\d:.]*/g
const BETWEEN = /^(?:[\s\-–—/,;]|dalle|alle|ore|e)*$/
/** `8`, `8.30`, `8:30`, `830`, `24` as `HH:MM`; undefined if it is no time of day. */
function clock(text: string): string | undefined {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text) ?? []
  const time = hours && `${hours.padStart(2, '0')}:${minutes}`
  return time && (time === '24:00' || (time < '24' && minutes < '60')) ? time : undefined
}

/**
 * Parses hours as people write them: `8-12.30 15-19`, `07:00–12:30, 15:00–19:30`, `0800-2000`, `24 ore`, `h24`, `chiuso`. A closing time of
 * midnight becomes 24:00. An empty text gives null. An unreadable text is returned whole in `open1`, which no schema accepts, so it is
 * neither saved nor lost.
 */
export function parseHours(text: string): Required<DayHours> | null {
  const bare = text.trim().toLowerCase()
  if (bare === '') return null
  if (SHUT.test(bare)) return { ...NOTHING, closed: true }
  if (ALWAYS.test(bare)) return { ...NOTHING, h24: true }
  const times = (bare.match(TIME) ?? []).map((time, at) => (at % 2 && /^0?0([:.]?00)?$/.test(time) ? '24:00' : clock(time)))
  const readable = [2, 4].includes(times.length) && times.every(Boolean) && bare.split(TIME).every((between) => BETWEEN.test(between))
  if (!readable) return { ...NOTHING, open1: text }
  const [open1, close1, open2 = null, close2 = null] = times as [string, string, string?, string?]
  return { ...NOTHING, open1, close1, open2, close2 }
}
