import { createStore } from './store.ts'

/** A clock that is so far from the server's is told of; less is the way of the answer. */
export const TOLERATED_MS = 5 * 60_000
/** Milliseconds that this device's clock is behind the server's (negative: ahead), if it is far from it. */
export const clockBehind = createStore<number | undefined>(undefined)
/** The server's time and this device's at the last contact of this tab, in milliseconds; `clock-then.ts` keeps and reads them. */
export const lastContact = { truth: 0, here: 0 }
/** Compares the clocks, by an answer that has just arrived. */
export function noteClock(response: Response) {
  const at = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(at)) return
  lastContact.truth = at
  lastContact.here = Date.now()
  const behind = at - lastContact.here
  const known = clockBehind.get()
  const next = Math.abs(behind) < TOLERATED_MS ? undefined : behind
  // The same distance again is no news.
  if (next === known || (next !== undefined && known !== undefined && Math.abs(next - known) < TOLERATED_MS)) return
  clockBehind.set(next)
}
