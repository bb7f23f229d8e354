const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const MARKED = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/
const BARE = /^(\d{2})(\d{2})(\d{4}|\d{2})$/

const two = (n: number) => String(n).padStart(2, '0')

/** The calendar day of `date` on this device, as `YYYY-MM-DD`. */
export const isoDay = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** A two-digit year is within the 80 years before and the 20 after `today`: 26 is 2026, 61 is 1961. */
const fullYear = (short: number, today: Date) => {
  const year = today.getFullYear() - (today.getFullYear() % 100) + short
  return year > today.getFullYear() + 20 ? year - 100 : year
}

/**
 * Reads a day in Italian notation, always day first: `3/4/26`, `03/04/2026`, `3.4.2026`, `3-4`, `03042026` (keyboards without a slash),
 * `oggi`, and `2026-04-03` from a file. Without a year it is the year of `today`. A day is text rather than an instant, so time zones
 * cannot move it.
 * @returns `YYYY-MM-DD`, or null if it is not a calendar day
 */
export function parseItalianDate(text: string, today = new Date()): string | null {
  const bare = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (bare === 'oggi') return isoDay(today)
  const iso = ISO.exec(bare)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, day, month, year] = MARKED.exec(bare) ?? BARE.exec(bare) ?? []
  if (!day || !month) return null
  const written = year === undefined ? today.getFullYear() : year.length === 4 ? Number(year) : fullYear(Number(year), today)
  return realDay(written, Number(month), Number(day))
}

function realDay(year: number, month: number, day: number): string | null {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= last ? `${year}-${two(month)}-${two(day)}` : null
}

/** `2026-04-03` → `03/04/2026`; anything else is returned unchanged. */
export const formatItalianDate = (iso: string): string => iso.replace(ISO, '$3/$2/$1')

/**
 * Reads a time of day: `9`, `930`, `9:30`, `9.30`, `21,15`, `9 30`.
 * @returns `HH:MM` on the 24-hour clock, or null
 */
export function parseItalianTime(text: string): string | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:., ]?(\d{2}))?$/.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? `${two(Number(hours))}:${two(Number(minutes))}` : null
}
