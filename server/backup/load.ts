import { type FileStore, sha256 } from '../lib/files/files.ts'
import { StartupError } from '../startup-problem.ts'
import { ALIKE, type Connection, countOf, type Table, tablesOf } from './dump.ts'
import { type Head, type Piece, rowsOf, type Totals } from './pieces.ts'

/** Where a copy is brought to: a connection to a database that has the tables of the copy and nothing else, and an empty store for the files. */
export interface Place {
  connection: Connection
  files: FileStore
  /** Called with everything in its place, just before the commit. */
  ready(): Promise<void>
}

/** Brings pieces into a place, in one transaction, and compares rows, checksums and files with what the copy says. @throws StartupError where they differ */
export async function load(pieces: AsyncIterable<Piece>, { connection, files, ready }: Place): Promise<Totals> {
  const loading = await beginLoad(connection)
  let table: Table | undefined
  let file: ReturnType<typeof fileInto> | undefined
  let totals: Totals = { tables: 0, rows: 0, files: 0 }
  for await (const one of pieces) {
    const { head, body } = one
    if (head.is === 'table') table = loading.tableOf(head)
    if (head.is === 'rows') await insert(connection, table!, rowsOf(one))
    if (head.is === 'counted') await compare(connection, head)
    if (head.is === 'sequences')
      for (const [name, last] of head.values) await connection.query('select setval($1::regclass, $2::bigint)', [name, last])
    if (head.is === 'file') file = fileInto(files, head.path)
    if (head.is === 'bytes') file!.add(body)
    if (head.is === 'filed') await file!.end(head.sha256)
    if (head.is === 'end') totals = head
  }
  await loading.end()
  await ready()
  await connection.query('commit')
  await connection.query('analyze')
  return totals
}

/** Tables are filled in any order: foreign keys are made anew, and so checked, at the end; triggers are silent meanwhile. Both need no more than to own the tables. */
async function beginLoad(connection: Connection) {
  await connection.query('begin')
  await connection.query(ALIKE)
  const tables = new Map((await tablesOf(connection)).map((table) => [table.name, table]))
  const ours = [...tables.keys()].filter((name) => name.startsWith('public.'))
  const { rows: keys } = await connection.query(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { table, name } of keys) await connection.query(`alter table ${table} drop constraint ${name}`)
  for (const table of ours) await connection.query(`alter table ${table} disable trigger user`)
  await connection.query(`truncate ${ours.join(', ')}`)
  for (const table of tables.keys()) if (!ours.includes(table)) await connection.query(`delete from ${table}`)
  const missing = new Set(tables.keys())
  return {
    tableOf({ table, columns }: Extract<Head, { is: 'table' }>): Table {
      const found = tables.get(table)
      if (!found || found.columns.join() !== columns.join())
        throw new StartupError(
          `La tabella ${table} della copia non corrisponde a quella di questa versione: usare la versione che ha fatto la copia.`,
        )
      missing.delete(table)
      return found
    },
    async end() {
      if (missing.size) throw new StartupError(`Nella copia mancano delle tabelle: ${[...missing].join(', ')}.`)
      for (const table of ours) await connection.query(`alter table ${table} enable trigger user`)
      for (const { table, name, text } of keys) await connection.query(`alter table ${table} add constraint ${name} ${text}`)
    },
  }
}
const insert = (connection: Connection, { name, written }: Table, rows: string[]) =>
  connection.query(
    `insert into ${name} (${written.join(', ')}) overriding system value
      select ${written.map((column) => `(one.row).${column}`).join(', ')} from (select unnest($1::text[])::${name} as row offset 0) as one`,
    [rows],
  )
async function compare(connection: Connection, { table, rows, sum }: Extract<Head, { is: 'counted' }>) {
  const found = await countOf(connection, table)
  if (found.rows !== rows || found.sum !== sum)
    throw new StartupError(
      `La tabella ${table} non è arrivata uguale (${found.rows} righe invece di ${rows}): non è stato ripristinato nulla.`,
    )
}

/** A file of the store to be written; `end` writes it, and compares what lies there. */
function fileInto(store: FileStore, name: string) {
  const [, year, month, uuid] = /^(\d{4})\/(\d\d)\/([\w-]+)$/.exec(name) ?? []
  if (!uuid) throw new StartupError(`La copia contiene un file con un nome non ammesso: ${name}.`)
  const at = new Date(Date.UTC(Number(year), Number(month) - 1))
  const parts: Buffer[] = []
  return {
    add: (part: Buffer) => void parts.push(part),
    async end(hash: string) {
      await store.write(uuid, Buffer.concat(parts), at)
      if (sha256(await store.read(uuid, at)) !== hash)
        throw new StartupError(`Il file ${name} non è arrivato uguale: non è stato ripristinato nulla.`)
    },
  }
}
