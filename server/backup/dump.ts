import fs from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { type FileStore, sha256 } from '../lib/files/files.ts'
import { StartupError } from '../startup-problem.ts'
import { type Piece, piece } from './pieces.ts'

/** One connection of either engine. */
export interface Connection {
  // biome-ignore lint/suspicious/noExplicitAny: rows are as the statement says
  query(text: string, values?: unknown[]): Promise<{ rows: any[] }>
}
export interface Table {
  /** Quoted, with its schema. */
  name: string
  /** All columns in their order. */
  columns: string[]
  /** Those that can be written: a generated one cannot. */
  written: string[]
}
const AT_ONCE = 500
const BYTES = 1024 * 1024

/** Values as text are the same on every server. */
export const ALIKE = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`
/** The tables that are copied: ours, and the entries of the queues. Migrations and queues themselves are made by the server. */
export async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query(`
    select format('%I.%I', n.nspname, c.relname) as name,
      json_agg(quote_ident(a.attname) order by a.attnum) as columns,
      json_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as written
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname in ('job', 'archive')))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname order by 1`)
  return rows
}
/** Number of rows and a checksum that does not depend on their order. */
export async function countOf(connection: Connection, table: string): Promise<{ rows: number; sum: string }> {
  const { rows } = await connection.query(`select count(*)::int as rows,
    coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as sum from ${table} as t`)
  return rows[0]
}
/** The newest migration of a database. */
export async function migrationOf(connection: Connection): Promise<{ hash: string; created_at: string } | undefined> {
  const { rows } = await connection.query(
    'select hash, created_at::text as created_at from drizzle.__drizzle_migrations order by created_at desc limit 1',
  )
  return rows[0]
}

/** What is copied besides the database. */
export interface Source {
  dataDir: string
  files: FileStore
}
/** Everything of an installation as pieces: one state of the database, then the files, which are written before their rows and removed a day after them. */
export async function* dump(connection: Connection, { dataDir, files }: Source, version: string): AsyncGenerator<Piece> {
  const totals = { tables: 0, rows: 0, files: 0 }
  await connection.query('begin isolation level repeatable read read only')
  await connection.query(ALIKE)
  const migration = await migrationOf(connection)
  if (!migration) throw new StartupError('Il database è vuoto: non c’è nulla da copiare.')
  const filesKey = await fs.readFile(path.join(dataDir, 'files.key'), 'utf8').catch(gone)
  yield piece({ is: 'start', version, at: new Date().toISOString(), migration, filesKey: filesKey ?? null })
  for (const { name, columns } of await tablesOf(connection)) {
    const counted = await countOf(connection, name)
    yield piece({ is: 'table', table: name, columns })
    yield* rowsOf(connection, name)
    yield piece({ is: 'counted', table: name, ...counted })
    totals.tables++
    totals.rows += counted.rows
  }
  const { rows: sequences } = await connection.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  yield piece({ is: 'sequences', values: sequences.map(({ name, last }) => [name, last]) })
  await connection.query('commit')
  for await (const lot of files.list())
    for (const { uuid, at } of lot) {
      const bytes = uuid.endsWith('.part') ? undefined : await files.read(uuid, at).catch(gone)
      if (!bytes) continue
      yield* fileOf(`${at.toISOString().slice(0, 7).replace('-', '/')}/${uuid}`, bytes)
      totals.files++
    }
  yield piece({ is: 'end', ...totals })
}
async function* rowsOf(connection: Connection, table: string): AsyncGenerator<Piece> {
  await connection.query(`declare copied no scroll cursor for select t::text as row from ${table} as t`)
  for (;;) {
    const { rows } = await connection.query(`fetch ${AT_ONCE} from copied`)
    if (rows.length) yield piece({ is: 'rows' }, deflateRawSync(JSON.stringify(rows.map(({ row }) => row)), { level: 3 }))
    if (rows.length < AT_ONCE) break
  }
  await connection.query('close copied')
}

/** What may be gone is gone; anything else that cannot be read would be missing from the copy without a word. */
const gone = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
function* fileOf(name: string, bytes: Buffer): Generator<Piece> {
  yield piece({ is: 'file', path: name })
  for (let from = 0; from < bytes.length; from += BYTES) yield piece({ is: 'bytes' }, bytes.subarray(from, from + BYTES))
  yield piece({ is: 'filed', path: name, sha256: sha256(bytes) })
}
