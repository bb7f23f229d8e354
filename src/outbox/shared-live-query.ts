import { liveQuery, type Observable } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { session } from '../lib/session.ts'

/**
 * One database subscription for any number of watchers. A new watcher gets the last value at once; the subscription ends with the last
 * watcher.
 */
function share<T>(source: Observable<T>) {
  type Watcher = { next: (value: T) => void; failed: (error: unknown) => void }
  const watching = new Set<Watcher>()
  let last: { value: T } | { error: unknown } | undefined
  let looking: { unsubscribe: () => void } | undefined
  const tell = ({ next, failed }: Watcher) => last && ('value' in last ? next(last.value) : failed(last.error))
  const found = (now: typeof last) => {
    last = now
    for (const one of watching) tell(one)
  }
  return {
    hasValue: () => !!last && 'value' in last,
    getValue: () => (last as { value: T }).value,
    subscribe(next: Watcher['next'], failed: Watcher['failed']) {
      const one = { next, failed }
      watching.add(one)
      tell(one)
      looking ??= source.subscribe(
        (value) => found({ value }),
        (error) => found({ error }),
      )
      return () => {
        watching.delete(one)
        if (watching.size) return
        looking?.unsubscribe()
        looking = last = undefined
      }
    },
  }
}

/** Longer than a page takes to be drawn after its data is asked for. */
const AHEAD_MS = 5_000

/**
 * A hook like `useLiveQuery`, for data that several parts of a page read at once. `ahead` starts the query before the page is drawn: the
 * database works while this thread does.
 */
export function sharedLiveQuery<T>(querier: () => Promise<T>): (() => T | undefined) & { ahead: () => void } {
  let shared: { stamp: string | undefined; live: ReturnType<typeof share<T | undefined>> } | undefined
  /** A page may outlive the sign-in for a moment. */
  const look = async () => (session.get().user ? querier() : undefined)
  /** One query per sign-in: results of an earlier one may be gone from the device. */
  const current = () => {
    const { stamp } = session.get()
    if (!shared || shared.stamp !== stamp) shared = { stamp, live: share(liveQuery(look)) }
    return shared.live
  }
  const use = () => {
    session.use()
    const live = current()
    return useObservable(() => live as never, [live]) as T | undefined
  }
  const ahead = () => {
    const nobody = () => undefined
    const stop = current().subscribe(nobody, nobody)
    const over = () => {
      clearTimeout(timer)
      end()
      stop()
    }
    const timer = setTimeout(over, AHEAD_MS)
    const end = session.subscribe(over)
  }
  return Object.assign(use, { ahead })
}
