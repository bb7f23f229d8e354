import { addDays } from '../shared/days.ts'
import { dayInRome, romeTime } from '../shared/rome-time.ts'

export interface Times {
  digest: boolean
  /** 0–23, by the clock in Rome. */
  digest_hour: number
  /** `HH:MM` in Rome; both or none. */
  quiet_from: string | null
  quiet_to: string | null
}
export const USUAL: Times = { digest: false, digest_hour: 8, quiet_from: null, quiet_to: null }

const at = (day: string, time: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return romeTime(year, month, date, hour, minute)
}
/** The end of the quiet hours that `now` is in, undefined outside of them. They may go over midnight; equal ends are no hours at all. */
export function quietUntil({ quiet_from, quiet_to }: Times, now: Date): Date | undefined {
  if (!quiet_from || !quiet_to || quiet_from === quiet_to) return undefined
  const today = dayInRome(now)
  // Those that began yesterday, and those of today.
  for (const day of [addDays(today, -1), today]) {
    const end = at(quiet_from < quiet_to ? day : addDays(day, 1), quiet_to)
    if (now.getTime() >= at(day, quiet_from) && now.getTime() < end) return new Date(end)
  }
  return undefined
}
/** When the next summary of a day comes. */
export function nextDigest({ digest_hour }: Times, now: Date): Date {
  const today = dayInRome(now)
  const hour = `${String(digest_hour).padStart(2, '0')}:00`
  const due = at(today, hour)
  return new Date(due > now.getTime() ? due : at(addDays(today, 1), hour))
}
