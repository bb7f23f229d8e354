import { DEVICE_TIME_HEADER } from '../../../src/contract/kernel/constants.ts'
import type { Context } from './context.ts'

/** Clocks that are as near as this count as right. */
const TOLERATED_MS = 5 * 60_000
/** Nothing was begun before this program existed: such a moment is of a clock that starts at 1970. */
const EARLIEST = '2020-01-01'

/** Milliseconds that a device's clock is behind ours (negative: ahead), by the time it says it is there; 0 for one that is right or says nothing. */
function clockBehind(deviceTime: string | undefined, now: Date): number {
  const behind = now.getTime() - Date.parse(deviceTime ?? '')
  return Number.isNaN(behind) || Math.abs(behind) < TOLERATED_MS ? 0 : behind
}
/**
 * How far a device's clock was behind when it noted `at`, in milliseconds. Its own word of that moment counts, since the clock may have been
 * put right meanwhile; what the clock says now (`measured`) counts if the device knew nothing, or took a clock for right that is not.
 * @param known seconds, of the device
 */
function behindAt(at: string | undefined, known: number | undefined, measured: number, now: Date): number {
  const own = (known ?? 0) * 1_000
  const right = known !== undefined && Math.abs(own) < TOLERATED_MS && Date.parse(at ?? '') <= now.getTime()
  return right ? 0 : measured || own
}
/** The earlier of the two instants: clocks of devices are not believed when they are ahead. */
export const notAfter = (at: string | undefined, now: Date) => (at && at < now.toISOString() ? at : now.toISOString())
/**
 * A moment that a device has noted, by our clock: moved as far as its clock was off, never later than now. Now, if it is not known.
 * @param known `clock_behind_s` of the body
 */
export function byOurClock(at: string | undefined, known: number | undefined, { now, header }: Told): string {
  const behind = behindAt(at, known, clockBehind(header?.(DEVICE_TIME_HEADER), now), now)
  const moved = at && behind ? new Date(Date.parse(at) + behind).toISOString() : at
  return notAfter(moved && moved < EARLIEST ? undefined : moved, now)
}
type Told = Pick<Context, 'now'> & Partial<Pick<Context, 'header'>>

/** Seconds that a moment was moved because the clock was wrong; null if it was not. Ahead of us by less than is tolerated it is only cut. */
export function secondsMoved(at: string | undefined, corrected: string): number | null {
  const moved = Date.parse(corrected) - Date.parse(at ?? corrected)
  return Math.abs(moved) < TOLERATED_MS ? null : Math.round(moved / 1_000)
}
