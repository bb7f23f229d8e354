import { type ExpirationStatus, expirationStatuses, monthsOf, type Periodicity } from '../../contract/expirations/words.ts'
import { addDays, addMonths } from '../shared/italian.ts'

interface Due {
  date: string
  status: ExpirationStatus
  snoozed_until?: string | null
}
/** Days before its date from which an expiration is shown as near; the first of the default `notify_days`. */
export const SOON_DAYS = 30
type Tone = 'ok' | 'wait' | 'error' | 'neutral'
/** Label and tone of an expiration on a day (`YYYY-MM-DD`). */
export function dueStatus({ date, status, snoozed_until }: Due, today: string): { label: string; tone: Tone } {
  if (status !== 'open') return { label: expirationStatuses[status], tone: status === 'done' ? 'ok' : 'neutral' }
  if (snoozed_until && snoozed_until > today)
    return { label: date < today ? 'Scaduta, sospesa' : 'Sospesa', tone: date < today ? 'error' : 'neutral' }
  if (date < today) return { label: 'Scaduta', tone: 'error' }
  return date <= addDays(today, SOON_DAYS) ? { label: 'In scadenza', tone: 'wait' } : { label: expirationStatuses.open, tone: 'neutral' }
}
interface Recurring {
  date: string
  periodicity: Periodicity
  /** The day of the month that the dates would have, where that of `date` is the last of a shorter month. */
  cadence_day?: number | null
}
const dayOf = (date: string) => Number(date.slice(8))
const lastOf = (date: string) => addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1)
/** The day of the month that dates of a kept cadence have; a date moved away from the end of its month begins another cadence. */
const cadence = ({ date, cadence_day }: Recurring) => (cadence_day && date === lastOf(date) ? cadence_day : dayOf(date))
/**
 * The day of the next occurrence (docs/spec/expirations.md#the-next-occurrence); undefined if it happens once.
 * @param done the day on which it was done, `YYYY-MM-DD`
 * @param keep whether to count from the due date instead of from `done`
 */
export function nextDate(one: Recurring, done: string, keep: boolean): string | undefined {
  const months = monthsOf[one.periodicity]
  if (!months) return undefined
  if (!keep) return addMonths(done, months)
  const last = lastOf(addMonths(one.date, months))
  return `${last.slice(0, 8)}${String(Math.min(cadence(one), dayOf(last))).padStart(2, '0')}`
}
/** The `cadence_day` of a next occurrence that keeps the cadence; null where its date has the day itself. */
export function cadenceDay(one: Recurring, next: string): number | null {
  const wanted = cadence(one)
  return wanted > dayOf(next) ? wanted : null
}
/** Days within which the person who closed an expiration may reopen it. */
export const REOPEN_DAYS = 7
/** The longest time for which reminders of an expiration may be suspended. */
export const SNOOZE_DAYS = 180
