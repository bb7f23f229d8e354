import type { World } from './types.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** The longest wait, even where the server asks for more. */
const LONGEST_ASKED_MS = 60_000

/**
 * When each item may be tried again. In memory, on this tab's monotonic clock: a wait that survived a reload or a jump of the wall clock
 * could only be wrong, and trying once too often costs one request.
 */
export function createBackoff({ clock, random }: World) {
  const until = new Map<string, { at: number; asked: boolean }>()
  let outages = 0
  let silentUntil = 0

  const backoff = (attempts: number) => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 10)) * (0.5 + random() / 2)

  return {
    /**
     * Notes that `id` failed for the `attempts`th time.
     * @param askedMs set where the server said when to come back
     */
    failed(id: string, attempts: number, askedMs: number | undefined) {
      const ms = askedMs === undefined ? backoff(attempts) : Math.min(LONGEST_ASKED_MS, Math.max(askedMs, FIRST_MS))
      until.set(id, { at: clock.now() + ms, asked: askedMs !== undefined })
    },
    isWaiting: (id: string) => (until.get(id)?.at ?? 0) > clock.now(),
    forget: (id: string) => until.delete(id),
    /** No server answers: everything waits. */
    unanswered() {
      silentUntil = clock.now() + backoff(++outages)
    },
    /** A server answered. */
    answered() {
      outages = 0
      silentUntil = 0
    },
    silenceLeft: () => Math.ceil(silentUntil - clock.now()),
    /** There is a reason to try again (such as a network): ends all waits but those the server asked for. */
    retryNow() {
      silentUntil = 0
      for (const [id, { asked }] of until) if (!asked) until.delete(id)
    },
    /** Milliseconds until something is worth trying, if anything is. */
    nextInMs(): number | undefined {
      const now = clock.now()
      const left = [...until.values()].map(({ at }) => at - now).filter((ms) => ms > 0)
      const soonest = left.length ? Math.min(...left) : undefined
      const ms = silentUntil > now ? Math.max(silentUntil - now, soonest ?? 0) : soonest
      return ms === undefined ? undefined : Math.ceil(ms)
    },
  }
}

export type Backoff = ReturnType<typeof createBackoff>
