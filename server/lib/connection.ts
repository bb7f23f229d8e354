import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** int8 and sums come back as numbers. */
pg.types.setTypeParser(20, Number)

/** So many statements are kept planned on each connection; the rarer ones that come later are planned each time. */
const MOST = 200
const names = new Map<string, string>()

/** A connection that has a statement with parameters planned once: planning costs more than running it. */
export class Client extends pg.Client {
  override query(statement: any, ...rest: any[]): any {
    if (statement.text && rest[0]?.length && !statement.name) {
      if (!names.has(statement.text) && names.size < MOST) names.set(statement.text, `s${names.size}`)
      statement.name = names.get(statement.text)
    }
    return super.query(statement, ...(rest as [any]))
  }
}

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
    this.database.execProtocolRaw(message).then((answer) => {
      this.push(Buffer.from(answer))
      done()
    }, done)
  }
  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void) {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'buffer', done)
  }
}

/** The one connection that an embedded database has: whoever comes meanwhile waits, in order. */
export const embedded = (database: PGlite) =>
  new pg.Pool({
    Client,
    stream: () => new Wire(database),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  } as pg.PoolConfig)
