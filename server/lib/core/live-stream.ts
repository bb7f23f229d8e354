import type { Listener, Row } from './audience.ts'

/** An open connection. `write` gives false when it takes no more for now; `LiveStream.drained()` is called when it does again. */
export interface Sink {
  user: Listener
  /** When it ends at the latest: with its token. Milliseconds since 1970. */
  until: number
  write(text: string): boolean
  end(): void
}

/** At most so many records of a resource are told by their ids. */
export const MAX_NAMED = 200
/** At most so many told records are remembered for a stream. */
const MAX_TOLD = 500

/** One connection's stream of changes, with those that wait until it takes more. */
export class LiveStream {
  user: Listener
  readonly #sink: Sink
  readonly #clock: () => number
  /** Changed records by resource; null where all of the resource is to be read anew. */
  #waiting = new Map<string, Map<number, Row> | null>()
  /** The records it was told of: if one is out of sight later, the resource is told once more, without ids. */
  #told = new Set<string>()
  #blockedSince: number | undefined

  constructor(sink: Sink, clock: () => number) {
    this.user = sink.user
    this.#sink = sink
    this.#clock = clock
  }

  /** Adds what is to be told at the next `flush`; null: all of the resource. */
  add(resource: string, rows: Map<number, Row> | null) {
    const before = this.#waiting.get(resource)
    const all = rows && before !== null ? new Map([...(before ?? []), ...rows]) : null
    this.#waiting.set(resource, all && all.size <= MAX_NAMED ? all : null)
    for (const id of rows?.keys() ?? []) this.#told.add(`${resource} ${id}`)
    if (this.#told.size > MAX_TOLD) this.#told = new Set([...this.#told].slice(-MAX_TOLD))
  }

  /** Whether it had been told of a record; it is not any more. */
  forget(resource: string, id: number) {
    return this.#told.delete(`${resource} ${id}`)
  }

  /** Sends what waits, unless the other side has not yet taken what went before. */
  flush() {
    if (this.#blockedSince !== undefined || !this.#waiting.size) return
    const changed = Object.fromEntries([...this.#waiting].map(([resource, rows]) => [resource, rows && [...rows.values()]]))
    this.#waiting = new Map()
    this.send('changed', JSON.stringify(changed))
  }

  drained() {
    this.#blockedSince = undefined
    this.flush()
  }

  /** Whether it has ended, or has taken nothing for `patienceMs`. */
  isOver(patienceMs: number) {
    const now = this.#clock()
    return this.#sink.until <= now || (this.#blockedSince !== undefined && now - this.#blockedSince > patienceMs)
  }

  beat() {
    if (this.#blockedSince === undefined) this.send('beat', '')
  }

  send(event: string, data: string) {
    if (!this.#sink.write(`event: ${event}\ndata:${data && ` ${data}`}\n\n`)) this.#blockedSince = this.#clock()
  }

  end() {
    this.#sink.end()
  }
}
