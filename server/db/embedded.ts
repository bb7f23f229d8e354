import { EventEmitter } from 'node:events'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PreparingClient } from './prepared.ts'

/** Looks like a socket to `pg`: all that is written until the next turn of the event loop goes to the engine as one message. */
class EngineStream extends EventEmitter {
  readonly writable = true
  #waiting: Uint8Array[] = []
  readonly #engine: PGlite
  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }
  connect = () => void setImmediate(() => this.emit('connect'))
  write(bytes: Uint8Array, written?: () => void): boolean {
    // A copy, because the buffer may be overwritten before it is sent.
    if (this.#waiting.push(Uint8Array.from(bytes)) === 1) setImmediate(() => this.#send())
    if (written) setImmediate(written)
    return true
  }
  #send() {
    const message = Buffer.concat(this.#waiting)
    this.#waiting = []
    try {
      const answer = this.#engine.execProtocolRawSync(message)
      this.emit('data', Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
    } catch (error) {
      this.emit('error', error)
    }
  }
  end = () => void setImmediate(() => this.emit('close'))
  destroy = this.end
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this
}

/**
 * The embedded engine behind the driver of PostgreSQL, so that both engines are used in one way: a pool of its one connection, which belongs to a transaction
 * as long as that lasts. The engine runs in this thread, so other requests have a turn before each query.
 */
export class EmbeddedPool {
  readonly #client: pg.Client
  #free: Promise<unknown>
  constructor(engine: PGlite) {
    this.#client = new PreparingClient({ stream: (() => new EngineStream(engine)) as never, user: 'postgres', database: 'postgres' })
    this.#free = this.#client.connect()
  }
  async connect() {
    const before = this.#free
    let release = () => {}
    this.#free = new Promise<void>((resolve) => {
      release = resolve
    })
    await before
    return { query: this.#client.query.bind(this.#client), release }
  }
  /** Without values the text may have several statements. */
  async query(...question: unknown[]) {
    const connection = await this.connect()
    try {
      return await (connection.query as (...question: unknown[]) => Promise<pg.QueryResult>)(...question)
    } finally {
      connection.release()
    }
  }
  /** Waits for open queries. */
  async end() {
    await this.connect()
    await this.#client.end()
  }
  /** Calls `heard` with the notifications of a channel, before the commit that sent them is answered. */
  async listen(channel: string, heard: (payload: string) => void) {
    this.#client.on('notification', (told) => told.channel === channel && heard(told.payload ?? ''))
    await this.query(`listen ${channel}`)
  }
}

/** The embedded engine as the query builder sees it. */
export const drizzleOf = (pool: EmbeddedPool): NodePgDatabase => drizzle(pool as unknown as pg.Pool)
