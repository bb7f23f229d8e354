import { liveQuery, type Observable } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { session } from '../lib/session.ts'

/** One look into the database, however many watch: who comes later is told at once what was told last; it ends with the last of them. */
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

/** Longer than a page takes to be drawn from when it is asked for. */
const AHEAD_MS = 5_000

/**
 * A hook as `useLiveQuery`, for what several parts of a page ask at once of the databases of the person at the device. `ahead` begins to look before
 * the page is drawn: the database works while this thread does.
 */
export function sharedLiveQuery<T>(querier: () => Promise<T>): (() => T | undefined) & { ahead: () => void } {
  let shared: { stamp: string | undefined; live: ReturnType<typeof share<T | undefined>> } | undefined
  /** A page is there a moment longer than who was signed in. */
  const look = async () => (session.get().user ? querier() : undefined)
  /** Of this sign-in: what was told before it may be gone from the device. */
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
