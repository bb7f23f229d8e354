import { is, SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { isSecret, type Trail } from '../core/audit.ts'
import { type CallerProof, callerCheck } from '../core/authenticate.ts'
import type { Context } from '../core/context.ts'
import { type Db, rawStatement } from '../core/db.ts'
import type { KeyedRequest } from '../core/idempotency.ts'
import { JsonText, jsonColumns, jsonKind, outputFields } from './sql-json.ts'

const dialect = new PgDialect()

/** Plans a new record as one statement; undefined where the input needs more than that. With `proof` the statement checks the caller, too. */
export type InsertPlanner = (input: any, context: Context & { proof?: CallerProof }) => InsertPlan | undefined
interface InsertPlan {
  /** The name in the history. */
  model: HistoryModel
  texts: Texts
  /** The values of the first parameters; those of activity and key follow. */
  values: unknown[]
}

interface Insertable {
  model: HistoryModel
  table: PgTable
  /** All that a record has. */
  record: Readonly<Record<string, AnyPgColumn | SQL>>
  output: v.GenericSchema | undefined
  /** The columns of the table that an input has. */
  own: (input: any) => Record<string, unknown>
  /** Whether nothing but those columns is to be written. */
  alone: (input: any) => boolean
}
/** The planner of a table; undefined where the database alone cannot write the record in the shape of history and answer. */
export function insertPlanner({ model, table, record, output, own, alone }: Insertable): InsertPlanner | undefined {
  const shown = outputFields(output, record, true)
  const inHistory = Object.keys(record).some(isSecret) ? undefined : jsonColumns(record, true)
  const inAnswer = shown && jsonColumns(shown, true)
  if (!inHistory || !inAnswer) return undefined
  const column = (name: string) => record[name] as AnyPgColumn
  const plain = new Set(Object.keys(record).filter((name) => !is(record[name], SQL) && jsonKind(column(name))))
  const textsOf = cached((key: string) => {
    const [proven, ...names] = key.split(',')
    const all = [...names, 'created_by', 'updated_by'].map((name) => sql.identifier(column(name).name))
    const values = sql.raw([...names.map((_, at) => `$${at + 2}`), '$1', '$1'].join())
    // Without a row of the caller's, nothing is inserted.
    const caller = proven ? sql.raw(` from (${callerCheck(names.length + 2)}) caller`) : undefined
    const insert = dialect.sqlToQuery(
      sql`with made as (insert into ${table} (${sql.join(all, sql`, `)}) select ${values}${caller} returning *),
        told as (select id, (select to_jsonb(r) from (select ${inHistory}) r) as record, (select row_to_json(r) from (select ${inAnswer}) r) as output
          from made as ${table})`.inlineParams(),
    ).sql
    return withTrail(insert, names.length + (proven ? 4 : 1))
  })
  return (input, { user, proof, now }) => {
    if (!alone(input)) return undefined
    let key = proof ? 'proven' : ''
    const values: unknown[] = [user.id]
    for (const [name, value] of Object.entries(own(input))) {
      if (value === undefined) continue
      if (!plain.has(name)) return undefined
      key += `,${name}`
      values.push(value)
    }
    if (proof) values.push(proof.hash, proof.version, now.toISOString())
    return { model, texts: textsOf(key), values }
  }
}

/** Past so many texts all are built anew. */
const MAX_TEXTS = 500
function cached<T>(make: (key: string) => T): (key: string) => T {
  const entries = new Map<string, T>()
  return (key) => {
    const known = entries.get(key)
    if (known !== undefined) return known
    if (entries.size >= MAX_TEXTS) entries.clear()
    const made = make(key)
    entries.set(key, made)
    return made
  }
}

interface Texts {
  plain: string
  /** With the answer stored under an idempotency key. */
  keyed: string
}
/**
 * The whole statement. `insert` has `taken` parameters and ends with a table `told`: the `id` of the record, the record as the history has it (`record`)
 * and as the answer has it (`output`).
 */
function withTrail(insert: string, taken: number): Texts {
  const $ = (at: number, type: string) => `$${taken + at}::${type}`
  const trail = `${insert},
    answer as (select id, record, (select row_to_json(a) from (select output as data, ${$(12, 'text')} as message) a) as body from told),
    history as (insert into model_history (model, model_id, event, new, user_id, ip, created_at)
      select ${$(1, 'text')}, id, 'created', record, ${$(2, 'int')}, ${$(3, 'text')}, ${$(4, 'timestamptz')} from answer),
    activity as (insert into activity_log (user_id, action, entity, entity_id, method, path, ip, user_agent, request_id, status, created_at)
      select ${$(2, 'int')}, ${$(5, 'text')}, ${$(6, 'text')}, id::text, ${$(7, 'text')}, ${$(8, 'text')}, ${$(3, 'text')}, ${$(9, 'text')},
        ${$(10, 'text')}, ${$(11, 'int')}, ${$(4, 'timestamptz')} from answer)`
  return {
    plain: `${trail} select body::text from answer`,
    keyed: `${trail} insert into idempotency_keys (user_id, key, fingerprint, status, body)
      select ${$(2, 'int')}, ${$(13, 'text')}, ${$(14, 'text')}, ${$(11, 'int')}, body from answer returning body::text`,
  }
}

/**
 * Carries a plan out: record, history, activity and the answer under its key, all or nothing. Gives the answer; undefined where the caller could not be
 * proven, and nothing was inserted.
 */
export async function runInsert(
  db: Db,
  { model, texts: { plain, keyed }, values }: InsertPlan,
  activity: Trail['activity'][number],
  message: string | undefined,
  request: KeyedRequest | undefined,
): Promise<JsonText | undefined> {
  const { user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status } = activity
  const trail = [model, user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status, message]
  const key = request ? [request.key, request.fingerprint] : []
  const { rows } = (await db.execute(rawStatement(request ? keyed : plain, [...values, ...trail, ...key]))) as unknown as {
    rows: [{ body: string }?]
  }
  return rows[0] && new JsonText(rows[0].body)
}
