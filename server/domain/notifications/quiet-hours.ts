import { addDays } from '../shared/days.ts'
import { dayInRome, romeTime } from '../shared/rome-time.ts'

export interface NotificationTimes {
  digest: boolean
  /** 0–23, by the clock in Rome. */
  digest_hour: number
  /** `HH:MM` in Rome; both are set or neither. */
  quiet_from: string | null
  quiet_to: string | null
}
export const DEFAULT_TIMES: NotificationTimes = { digest: false, digest_hour: 8, quiet_from: null, quiet_to: null }

const instantOf = (day: string, time: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return romeTime(year, month, date, hour, minute)
}
/** The end of the quiet hours that `now` lies in; undefined outside of them. They may cross midnight. Equal times mean no quiet hours. */
export function quietUntil({ quiet_from, quiet_to }: NotificationTimes, now: Date): Date | undefined {
  if (!quiet_from || !quiet_to || quiet_from === quiet_to) return undefined
  const today = dayInRome(now)
  // Quiet hours that began yesterday may still last.
  for (const day of [addDays(today, -1), today]) {
    const end = instantOf(quiet_from < quiet_to ? day : addDays(day, 1), quiet_to)
    if (now.getTime() >= instantOf(day, quiet_from) && now.getTime() < end) return new Date(end)
  }
  return undefined
}
/** The next hour of the daily digest. */
export function nextDigest({ digest_hour }: NotificationTimes, now: Date): Date {
  const today = dayInRome(now)
  const hour = `${String(digest_hour).padStart(2, '0')}:00`
  const due = instantOf(today, hour)
  return new Date(due > now.getTime() ? due : instantOf(addDays(today, 1), hour))
}
