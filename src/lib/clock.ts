import { createStore } from './store.ts'

/** A clock that is so far from the server's is told of; less is the way of the answer. */
const TOLERATED_MS = 5 * 60_000
/** Milliseconds that this device's clock is behind the server's (negative: ahead), if it is far from it. */
export const clockBehind = createStore<number | undefined>(undefined)
/** Compares the clocks, by an answer that has just arrived. */
export function noteClock(response: Response) {
  const at = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(at)) return
  const behind = at - Date.now()
  const known = clockBehind.get()
  const next = Math.abs(behind) < TOLERATED_MS ? undefined : behind
  // The same distance again is no news.
  if (next === known || (next !== undefined && known !== undefined && Math.abs(next - known) < TOLERATED_MS)) return
  clockBehind.set(next)
}
