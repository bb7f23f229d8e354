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
/**
 * The day of the next occurrence (docs/spec/expirations.md#the-next-occurrence); undefined if it happens once.
 * @param done the day on which it was done, `YYYY-MM-DD`
 * @param keep whether to count from the due date instead of from `done`
 */
export function nextDate(
  { date, periodicity }: { date: string; periodicity: Periodicity },
  done: string,
  keep: boolean,
): string | undefined {
  const months = monthsOf[periodicity]
  return months ? addMonths(keep ? date : done, months) : undefined
}
/** Days within which the person who closed an expiration may reopen it. */
export const REOPEN_DAYS = 7
/** The longest time for which reminders of an expiration may be suspended. */
export const SNOOZE_DAYS = 180
