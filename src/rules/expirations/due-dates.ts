import { type ExpirationStatus, expirationStatuses, monthsOf, type Periodicity } from '../../contract/expirations/words.ts'
import { addDays, addMonths } from '../shared/italian.ts'

interface Due {
  date: string
  status: ExpirationStatus
}
/** How near a date is told to be near, in days (domain.md 2.9: the first of `notify_days`). */
export const SOON_DAYS = 30
type Tone = 'ok' | 'wait' | 'error' | 'neutral'
/** How an expiration stands on a day, in words. */
export function dueStatus({ date, status }: Due, today: string): { label: string; tone: Tone } {
  if (status !== 'open') return { label: expirationStatuses[status], tone: status === 'done' ? 'ok' : 'neutral' }
  if (date < today) return { label: 'Scaduta', tone: 'error' }
  return date <= addDays(today, SOON_DAYS) ? { label: 'In scadenza', tone: 'wait' } : { label: expirationStatuses.open, tone: 'neutral' }
}
/**
 * The day of the next occurrence of what was done on `done` (domain.md 2.9); undefined for what happens once. `keep`: it is counted from the day on which
 * it was due.
 */
export function nextDate(
  { date, periodicity }: { date: string; periodicity: Periodicity },
  done: string,
  keep: boolean,
): string | undefined {
  const months = monthsOf[periodicity]
  return months ? addMonths(keep ? date : done, months) : undefined
}
/** For so many days who has closed one may open it again. */
export const REOPEN_DAYS = 7
