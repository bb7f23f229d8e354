import type { Writable } from 'node:stream'
import pg from 'pg'

// int8 and sums come back as numbers.
pg.types.setTypeParser(20, Number)

/** A statement is prepared when it is asked for the third time, so texts that differ each time (lists of ids) never are. */
const OFTEN = 3
/** At most so many prepared statements: each takes about 30 kB in each connection. */
const MOST = 300
/** Past so many texts counting begins anew. */
const COUNTED = 2_000

/** Statements that control a transaction are never prepared: they are short, and must work whatever becomes of prepared statements. */
const CONTROL = /^(begin|commit|rollback|savepoint|release)\b/

/** A query of the builder: its text, and the form its rows are wanted in. */
interface Question {
  text: string
  rowMode?: string
  name?: string
}
const counted = new Map<string, number>()
/** Prepared statements by text; those with rows as arrays apart. */
const kept = { rows: new Map<string, Question>(), arrays: new Map<string, Question>() }
let generation = 0

/** The query with the name under which every connection prepares it; undefined if it is seldom asked. */
function preparedOf(question: Question): Question | undefined {
  const all = question.rowMode ? kept.arrays : kept.rows
  const known = all.get(question.text)
  const size = kept.rows.size + kept.arrays.size
  if (known || size >= MOST) return known
  const times = (counted.get(question.text) ?? 0) + 1
  if (counted.size >= COUNTED) counted.clear()
  counted.set(question.text, times)
  if (times < OFTEN) return undefined
  counted.delete(question.text)
  // The driver copies the own properties of a query each time, which cost 10 % of a write: here they belong to the prototype.
  const named: Question = Object.create({ ...question, name: `p${generation}_${size}` })
  all.set(question.text, named)
  return named
}

/**
 * Whether a prepared statement is outdated: its table has changed (0A000), or another connection has prepared it (26000, 42P05: a pooler in between does not
 * know of prepared statements). The causes of the error are looked at, too.
 */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code === '26000' || code === '42P05' || (code === '0A000' && error.message.startsWith('cached plan'))) return true
  return isOutdated(error.cause)
}

/**
 * A connection that prepares frequent statements by itself, so that each is sent, parsed and planned once. An outdated one is asked again; in a transaction,
 * which is over then, the error is thrown, and `RunningCall` begins anew.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }
  // The signatures of `query` are those of the driver; this one only adds a name to a query.
  override query = ((config: Partial<Question> & { values?: unknown; submit?: unknown }, ...rest: [unknown?, Done?]) => {
    this.#gather()
    const ask = super.query.bind(this) as unknown as (...question: unknown[]) => Promise<unknown>
    if (config?.text === 'begin') {
      // Not waited for: the first statement follows in the same message. If `begin` fails, the connection ends, so that nothing runs without it.
      ask('begin').catch((error) => this.#socket().destroy(error))
      return Promise.resolve({ rows: [] })
    }
    const plain = config?.text && !config.name && !config.values && !config.submit && !CONTROL.test(config.text)
    const named = plain ? preparedOf(config as Question) : undefined
    if (named === undefined) return ask(config, ...rest)
    const [values, done] = rest
    const outdated = (error: unknown) => {
      if (!isOutdated(error)) return false
      // All statements are prepared anew, under names that no connection knows.
      generation++
      kept.rows.clear()
      kept.arrays.clear()
      return this.getTransactionStatus() === 'I'
    }
    if (!done)
      return ask(named, values).catch((error) => {
        if (outdated(error)) return ask(config, values)
        throw error
      })
    return ask(named, values, (error: unknown, result: unknown) => (outdated(error) ? void ask(config, values, done) : done(error, result)))
  }) as pg.Client['query']
  #socket = () => (this as unknown as { connection: { stream: Partial<Writable> & Pick<Writable, 'destroy'> } }).connection.stream
  /** Sends what is asked in one turn as one message: `begin` with the first statement, the last statement with `commit`. */
  #gather() {
    const socket = this.#socket()
    socket.cork?.()
    process.nextTick(() => socket.uncork?.())
  }
}
type Done = (error: unknown, result: unknown) => void
