/** The one formatter of dates and numbers (it-IT, Europe/Rome). Instants are ISO-8601 UTC, days `YYYY-MM-DD`. */
const zone = { timeZone: 'Europe/Rome' } as const
const dayFormat = new Intl.DateTimeFormat('it-IT', { ...zone, day: '2-digit', month: '2-digit', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('it-IT', { ...zone, hour: '2-digit', minute: '2-digit' })
const decimals = (count: number) =>
  new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: count,
    maximumFractionDigits: count,
    useGrouping: 'always',
  } as Intl.NumberFormatOptions)
const whole = decimals(0)

const instantOf = (value: string) => new Date(value.length === 10 ? `${value}T12:00:00Z` : value)
/** `gg/mm/aaaa` of a day or an instant. */
export const day = (value: string | null | undefined) => (value ? dayFormat.format(instantOf(value)) : '')
const monthFormat = new Intl.DateTimeFormat('it-IT', { ...zone, month: 'short', year: 'numeric' })
/** `nov 2026` of `2026-11`. */
export const monthName = (month: string) => monthFormat.format(instantOf(`${month}-15`))
const longMonthFormat = new Intl.DateTimeFormat('it-IT', { ...zone, month: 'long', year: 'numeric' })
/** `novembre 2026` of `2026-11`. */
export const longMonthName = (month: string) => longMonthFormat.format(instantOf(`${month}-15`))
export const time = (value: string | null | undefined) => (value ? timeFormat.format(new Date(value)) : '')
/** `gg/mm/aaaa HH:mm` of an instant. */
export const dayTime = (value: string | null | undefined) => (value ? `${day(value)} ${time(value)}` : '')
const euros = new Map<number, Intl.NumberFormat>()
/** `1,789 €`: three decimals by default, as for prices. */
export function euro(value: number, decimals = 3): string {
  let format = euros.get(decimals)
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    format = new Intl.NumberFormat('it-IT', {
      style: 'currency',
      currency: 'EUR',
      ...digits,
      useGrouping: 'always',
    } as Intl.NumberFormatOptions)
    euros.set(decimals, format)
  }
  return format.format(value)
}
export const count = (value: number) => whole.format(value)
const tenths = decimals(1)
/** `87,3`. */
export const tenth = (value: number) => tenths.format(value)
export const bytes = (value: number) =>
  value < 1e6 ? `${whole.format(value / 1e3)} kB` : value < 1e9 ? `${tenths.format(value / 1e6)} MB` : `${tenths.format(value / 1e9)} GB`
/**
 * A duration in words: `meno di un minuto`, `5 minuti`, `3 ore`, `2 giorni`.
 * @param ms milliseconds
 */
export function age(ms: number): string {
  const of = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'meno di un minuto'
  if (minutes < 60) return of(minutes, 'minuto', 'minuti')
  if (minutes < 48 * 60) return of(Math.floor(minutes / 60), 'ora', 'ore')
  return of(Math.floor(minutes / 1440), 'giorno', 'giorni')
}
/**
 * What a device's clock was: `indietro di 3 giorni`.
 * @param seconds negative: ahead
 */
export const clockWas = (seconds: number) => `${seconds > 0 ? 'indietro' : 'avanti'} di ${age(Math.abs(seconds) * 1_000)}`
const isoDayFormat = new Intl.DateTimeFormat('sv-SE', zone)
/** The day in Rome, `YYYY-MM-DD`: now, or at an instant in milliseconds. */
export const today = (at = Date.now()) => isoDayFormat.format(at)
