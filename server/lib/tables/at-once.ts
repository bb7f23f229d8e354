import { is, SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { isSecret, type Trail } from '../core/audit.ts'
import { type Proof, proven } from '../core/authenticate.ts'
import type { Context } from '../core/context.ts'
import { type Db, fixed } from '../core/db.ts'
import type { KeyedRequest } from '../core/idempotency.ts'
import { fieldsOf, Json, jsonOf, kindOf } from './as-json.ts'

const dialect = new PgDialect()

/** A new record as the values of one statement; undefined where there is more to do than that. */
export type AtOnce = (input: any, context: Context & { proof?: Proof }) => Head | undefined
interface Head {
  model: string
  texts: ReturnType<typeof textsOf>
  values: unknown[]
}

interface Plain {
  model: string
  table: PgTable
  /** All that a record has. */
  record: Readonly<Record<string, AnyPgColumn | SQL>>
  output: v.GenericSchema | undefined
  /** What of an input are its columns. */
  own: (input: any) => Record<string, unknown>
  /** Whether nothing else is to be written. */
  alone: (input: any) => boolean
}
/** How a record of a table is made at once; undefined where the database alone cannot tell what was made. */
export function atOnceOn({ model, table, record, output, own, alone }: Plain): AtOnce | undefined {
  const shown = fieldsOf(output, record, true)
  const whole = Object.keys(record).some(isSecret) ? undefined : jsonOf(record, true)
  const leaving = shown && jsonOf(shown, true)
  if (!whole || !leaving) return undefined
  const column = (name: string) => record[name] as AnyPgColumn
  const plain = new Set(Object.keys(record).filter((name) => !is(record[name], SQL) && kindOf(column(name))))
  const texts = memo((key: string) => {
    const [of, ...names] = key.split(',')
    const all = [...names, 'created_by', 'updated_by'].map((name) => sql.identifier(column(name).name))
    const values = sql.raw([...names.map((_, at) => `$${at + 2}`), '$1', '$1'].join())
    const who = of ? sql.raw(` from (${proven(names.length + 2)}) who`) : undefined
    const head = dialect.sqlToQuery(
      sql`with made as (insert into ${table} (${sql.join(all, sql`, `)}) select ${values}${who} returning *),
        told as (select id, (select to_jsonb(r) from (select ${whole}) r) as record, (select row_to_json(r) from (select ${leaving}) r) as output
          from made as ${table})`.inlineParams(),
    ).sql
    return textsOf(head, names.length + (of ? 4 : 1))
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
    return { model, texts: texts(key), values }
  }
}

/** At most so many texts are kept: each is put together once. */
const TEXTS = 500
function memo<T>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= TEXTS) kept.clear()
    const made = make(key)
    kept.set(key, made)
    return made
  }
}
/** The whole statement. `head`: ends with a table `told` of the record's `id`, itself as its history has it (`record`) and as it leaves (`output`); it has `taken` parameters. */
function textsOf(head: string, taken: number) {
  const $ = (at: number, type: string) => `$${taken + at}::${type}`
  const trail = `${head},
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
 * Makes a record with its history, its activity and its answer under its key: one statement, which fails as a whole where the key or something else is taken.
 * Gives the answer; undefined where the caller could not be proven, and nothing was made.
 */
export async function writeMade(
  db: Db,
  { model, texts: { plain, keyed }, values }: Head,
  activity: Trail['activity'][number],
  message: string | undefined,
  request: KeyedRequest | undefined,
): Promise<Json | undefined> {
  const { user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status } = activity
  const trail = [model, user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status, message]
  const key = request ? [request.key, request.fingerprint] : []
  const { rows } = (await db.execute(fixed(request ? keyed : plain, [...values, ...trail, ...key]))) as unknown as {
    rows: [{ body: string }?]
  }
  return rows[0] && new Json(rows[0].body)
}
