import type { Writable } from 'node:stream'
import pg from 'pg'

// int8 and sums come back as numbers.
pg.types.setTypeParser(20, Number)

/** A statement gets its name when it is asked for so many times: those that are written anew each time (lists of ids) never do. */
const OFTEN = 3
/** At most so many names: each connection keeps a plan for each of them, about 30 kB. */
const MOST = 300
/** At most so many texts are counted; then the count begins anew. */
const COUNTED = 2_000

/** What begins and ends transactions is short, and must work whatever becomes of prepared statements. */
const CONTROL = /^(begin|commit|rollback|savepoint|release)\b/

/** What the builder hands on: a text, and in which form its rows are wanted. */
interface Question {
  text: string
  rowMode?: string
  name?: string
}
const counted = new Map<string, number>()
/** By their text; those whose rows are wanted as arrays apart. */
const kept = { rows: new Map<string, Question>(), arrays: new Map<string, Question>() }
let generation = 0

/** A statement with the name under which it is kept prepared, on every connection; undefined for what is seldom asked. */
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
  // The driver copies a question's own properties each time, one by one, which cost a tenth of a write: here they are its prototype's.
  const named: Question = Object.create({ ...question, name: `p${generation}_${size}` })
  all.set(question.text, named)
  return named
}

/**
 * Whether an error says that a prepared statement is no longer what it was: its table has changed under it (0A000), or the connection is not the one that
 * prepared it (26000, 42P05: a pooler in between that does not know of prepared statements); wherever it is wrapped.
 */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code === '26000' || code === '42P05' || (code === '0A000' && error.message.startsWith('cached plan'))) return true
  return isOutdated(error.cause)
}

/**
 * A connection that prepares by itself what is asked often: its text is sent, parsed and planned once. What turns out to be outdated is asked again; inside of
 * a transaction, which is over then, the error comes out (`RunningCall` begins anew).
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }
  // The signatures of `query` are those of the driver: this one only adds a name to what it is handed.
  override query = ((config: Partial<Question> & { values?: unknown; submit?: unknown }, ...rest: [unknown?, Done?]) => {
    this.#gather()
    const ask = super.query.bind(this) as unknown as (...question: unknown[]) => Promise<unknown>
    if (config?.text === 'begin') {
      // What follows waits for nothing else, and must not be done without it.
      ask('begin').catch((error) => this.#socket().destroy(error))
      return Promise.resolve({ rows: [] })
    }
    const plain = config?.text && !config.name && !config.values && !config.submit && !CONTROL.test(config.text)
    const named = plain ? preparedOf(config as Question) : undefined
    if (named === undefined) return ask(config, ...rest)
    const [values, done] = rest
    const outdated = (error: unknown) => {
      if (!isOutdated(error)) return false
      // All is prepared anew, under names that no connection knows.
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
  /** What is asked in one go (`begin` and the first statement, the last and `commit`) leaves as one message. */
  #gather() {
    const socket = this.#socket()
    socket.cork?.()
    process.nextTick(() => socket.uncork?.())
  }
}
type Done = (error: unknown, result: unknown) => void
