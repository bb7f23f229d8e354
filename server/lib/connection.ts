import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** int8 and sums come back as numbers. */
pg.types.setTypeParser(20, Number)

/** So many statements are kept planned on each connection; the rarer ones that come later are planned each time. */
const MOST = 200
const names = new Map<string, string>()

/** What only frames the statement that comes next, and fails with it. */
const FRAME = /^(begin$|savepoint |release savepoint )/

/**
 * A connection that has a statement with parameters planned once (planning costs more than running it), and does not wait for the answer to
 * "begin": it leaves together with what is to be done in the transaction.
 */
class Connection extends pg.Client {
  private frame: string[] = []
  constructor(config: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }
  override query(statement: any, ...rest: any[]): any {
    const text: string = statement.text ?? statement
    if (FRAME.test(text)) {
      this.frame.push(text)
      return Promise.resolve()
    }
    if (Array.isArray(rest[0]) && /^\s*(select|insert|update|delete|with)\b/.test(text) && statement.text && !statement.name) {
      if (!names.has(text) && names.size < MOST) names.set(text, `s${names.size}`)
      statement.name = names.get(text)
    }
    const { stream } = (this as any).connection
    stream.cork()
    // Nothing may be done outside a transaction that was meant to be in it.
    for (const part of this.frame.splice(0)) super.query(part).catch((error) => stream.destroy(error))
    const answer: any = super.query(statement, ...(rest as [any]))
    stream.uncork()
    return text === 'commit' ? answer.then(committed) : answer
  }
}
/** The database answers "commit" with a rollback, and no error, where a statement before it has failed. */
function committed(result: pg.QueryResult) {
  if (result.command !== 'COMMIT') throw new Error('the transaction was rolled back')
  return result
}

/** Connections stay: each has its planned statements, and one that goes may have been the one that listened. */
export const poolOf = (config: pg.PoolConfig) =>
  new pg.Pool({ idleTimeoutMillis: 0, ...config, Client: Connection } as unknown as pg.PoolConfig)

/** What `pg` takes for its socket: the embedded database answers in this process. A third of the time that its own driver takes for a statement. */
class Wire extends Duplex {
  readonly database: PGlite
  constructor(database: PGlite) {
    super()
    this.database = database
  }
  connect() {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay() {}
  ref() {}
  unref() {}
  override _read() {}
  override _write(message: Buffer, _encoding: string, done: (error?: Error) => void) {
    const onRawData = (part: Uint8Array) => void this.push(Buffer.from(part))
    this.database.execProtocolRawStream(message, { onRawData }).then(() => done(), done)
  }
  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void) {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'buffer', done)
  }
}

/** The one connection that an embedded database has: whoever comes meanwhile waits, in order. */
export const embedded = (database: PGlite) =>
  poolOf({ stream: () => new Wire(database), user: 'postgres', database: 'postgres', max: 1 } as pg.PoolConfig)
