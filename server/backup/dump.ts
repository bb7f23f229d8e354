import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
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

/** Everything of an installation as pieces: one state of the database, then the files, which are written before their rows and removed a day after them. */
export async function* dump(connection: Connection, dataDir: string, version: string): AsyncGenerator<Piece> {
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
  for await (const name of namesOf(path.join(dataDir, 'files'))) {
    for await (const one of fileOf(path.join(dataDir, 'files'), name)) {
      if (one.head.is === 'filed') totals.files++
      yield one
    }
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
const inside = async (folder: string) => (await fs.readdir(folder).catch(gone)) ?? []
/** The stored files, as `yyyy/mm/name`; unfinished ones are not among them. */
async function* namesOf(folder: string): AsyncGenerator<string> {
  for (const year of (await inside(folder)).filter((name) => /^\d{4}$/.test(name)).sort())
    for (const month of (await inside(path.join(folder, year))).filter((name) => /^\d\d$/.test(name)).sort())
      for (const name of (await inside(path.join(folder, year, month))).filter((one) => /^[\w-]+$/.test(one)).sort())
        yield `${year}/${month}/${name}`
}
async function* fileOf(folder: string, name: string): AsyncGenerator<Piece> {
  const hash = createHash('sha256')
  const handle = await fs.open(path.join(folder, name)).catch(gone)
  if (!handle) return
  try {
    yield piece({ is: 'file', path: name })
    for (;;) {
      const bytes = Buffer.alloc(BYTES)
      const { bytesRead } = await handle.read(bytes, 0, BYTES, null)
      if (!bytesRead) break
      hash.update(bytes.subarray(0, bytesRead))
      yield piece({ is: 'bytes' }, bytes.subarray(0, bytesRead))
    }
    yield piece({ is: 'filed', path: name, sha256: hash.digest('hex') })
  } finally {
    await handle.close()
  }
}
