import pg from 'pg'

/** int8 and sums come back as numbers. */
pg.types.setTypeParser(20, Number)

/** So many statements are kept planned on each connection; the rarer ones that come later are planned each time. */
const MOST = 200
const names = new Map<string, string>()

/**
 * A connection to PostgreSQL that has a statement with parameters planned once: planning costs more than running it. Statements are not sent ahead
 * of the answers before them (pg's `pipeline`): that halved the time of a write, and after a refused statement the embedded engine's answers no
 * longer belonged to their questions (tests/api/crowd.test.ts).
 */
class Connection extends pg.Client {
  override query(statement: any, ...rest: any[]): any {
    const text: string = statement.text ?? statement
    if (Array.isArray(rest[0]) && /^\s*(select|insert|update|delete|with)\b/.test(text) && statement.text && !statement.name) {
      if (!names.has(text) && names.size < MOST) names.set(text, `s${names.size}`)
      statement.name = names.get(text)
    }
    const answer: any = super.query(statement, ...(rest as [any]))
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
