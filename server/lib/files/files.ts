import { hash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type FileOwner, files } from '../../db/schema/core/system.ts'
import type { Db } from '../core/db.ts'
import { problem } from '../core/problem.ts'
import { jsonRows } from '../tables/json-rows.ts'
import { emptyForNew } from '../tables/sql-json.ts'
import { seal, sealingKey, unseal } from './sealed.ts'
import { inspectUpload, type Limits } from './upload.ts'

export interface Upload {
  name: string
  bytes: Buffer
  /** The path of a spooled file (`spool` of the endpoint); `bytes` is empty then. */
  path?: string
}
/** Keeps bytes under a name of ours, outside of the web root (docs/spec/security.md#uploads). */
interface PlainStore {
  write(uuid: string, bytes: Buffer, at: Date): Promise<void>
  /** @throws an error with code ENOENT if there is no such file */
  read(uuid: string, at: Date): Promise<Buffer>
  remove(uuid: string, at: Date): Promise<void>
  /** All that is stored, in lots: the name, a date that leads to it, and when it was last written. Unfinished files (`.part`) are among them. */
  list(): AsyncGenerator<{ uuid: string; at: Date; written: Date }[]>
}
export interface FileStore extends PlainStore {
  /** The same store for files of which only the encrypted bytes may lie there (`isEncrypted`). */
  readonly sealed: FileStore
}
export type FileRow = typeof files.$inferSelect

/** What is not there is undefined; what cannot be read is an error. */
const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
/** The names in a folder that match, in their order; none if it does not exist. @throws if it cannot be read, as it may not be empty */
const named = async (folder: string, name: RegExp): Promise<string[]> =>
  ((await fs.readdir(folder).catch(absent)) ?? []).filter((one) => name.test(one)).sort()

/** A store with its sealed side. `keyOf` is asked when it is first needed. */
export function withSealed(plain: PlainStore, keyOf: () => Buffer): FileStore {
  let key: Buffer | undefined
  const found = () => {
    key ??= keyOf()
    return key
  }
  const sealed: FileStore = {
    ...{ remove: plain.remove, list: plain.list },
    get sealed() {
      return sealed
    },
    write: async (uuid, bytes, at) => store.write(uuid, seal(uuid, bytes, found()), at),
    read: async (uuid, at) => unseal(uuid, await store.read(uuid, at), found()),
  }
  const store: FileStore = { ...plain, sealed }
  return store
}

/** Local disk: `files/{yyyy}/{mm}/{uuid}`, written aside, flushed, renamed: a reader never sees half a file. `key`: that of sealed files, else kept beside the folder. */
export function diskStore(root: string, key?: string): FileStore {
  const place = (uuid: string, at: Date) =>
    path.join(root, String(at.getUTCFullYear()), String(at.getUTCMonth() + 1).padStart(2, '0'), uuid)
  return withSealed(
    {
      async write(uuid, bytes, at) {
        const target = place(uuid, at)
        await fs.mkdir(path.dirname(target), { recursive: true })
        const handle = await fs.open(`${target}.part`, 'w')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await fs.rename(`${target}.part`, target)
      },
      read: (uuid, at) => fs.readFile(place(uuid, at)),
      remove: (uuid, at) => fs.rm(place(uuid, at), { force: true }),
      async *list() {
        for (const year of await named(root, /^\d{4}$/))
          for (const month of await named(path.join(root, year), /^\d\d$/)) {
            const at = new Date(Date.UTC(Number(year), Number(month) - 1))
            const lot = []
            for (const uuid of await named(path.join(root, year, month), /^[\w-]+(\.part)?$/)) {
              const found = await fs.stat(place(uuid, at)).catch(absent)
              if (found) lot.push({ uuid, at, written: found.mtime })
            }
            yield lot
          }
      },
    },
    () => sealingKey(`${root}.key`, key),
  )
}

export type Stored = Awaited<ReturnType<typeof storeBytes>>
/**
 * Writes bytes to the store, and gives the facts for their row. Bytes are written before their row, and before the transaction: the sweep deletes an orphan,
 * but a row without its file would be a loss, and a transaction that waits for the disk blocks the embedded database for everybody.
 * @throws 415 if content and name do not agree, 413 if it is too large
 */
export async function storeBytes(upload: Upload, { files: store, now }: { files: FileStore; now: Date }, limits?: Limits) {
  const uuid = randomUUID()
  const facts = {
    uuid,
    ...inspectUpload(upload, limits),
    size: upload.bytes.length,
    sha256: sha256(upload.bytes),
    created_at: now.toISOString(),
  }
  await store.write(uuid, upload.bytes, now)
  return facts
}
/** The record that a file belongs to, and the facts that this record keeps of it. */
export interface Owner {
  type: FileOwner
  id: number | null
  category?: string | undefined
  expiration?: string | null | undefined
  /** The bytes were written to the sealed store. */
  isEncrypted?: true
}
/** Inserts the row of stored bytes. */
export async function saveRow(
  stored: Stored,
  { type, id, ...said }: Owner,
  { db, user }: { db: Db; user?: { id: number } },
): Promise<FileRow> {
  const [row] = await db
    .insert(files)
    .values({ ...stored, ...said, owner_type: type, owner_id: id, created_by: user?.id ?? null })
    .returning()
  return row!
}
/** Reads a stored file. @throws 404 if its bytes are gone; if it does not match its SHA-256 */
export async function readFile(row: FileRow, store: FileStore): Promise<Buffer> {
  const bytes = await store.read(row.uuid, new Date(row.created_at)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? problem.missingFile() : error
  })
  if (sha256(bytes) !== row.sha256) throw new Error(`file ${row.uuid} does not match its SHA-256`)
  return bytes
}
/** The row of a file of this owner. @throws 404 for a file of another */
export async function fileOf(db: Db, id: number, owner: { type: FileOwner; id: number }): Promise<FileRow> {
  const [row] = await db.select().from(files).where(eq(files.id, id))
  if (!row || row.owner_type !== owner.type || row.owner_id !== owner.id) throw problem.notFound()
  return row
}
/** The hash of a buffer is cached: the same bytes are hashed in several places, and a megabyte takes a millisecond. */
const hashes = new WeakMap<Buffer, string>()
export function sha256(data: string | Buffer): string {
  if (typeof data === 'string') return hash('sha256', data)
  const known = hashes.get(data) ?? hash('sha256', data)
  hashes.set(data, known)
  return known
}
/** The files of a record of that type, as a column beside it. */
export const filesOf = (type: FileOwner, owner: AnyPgColumn) =>
  emptyForNew(
    jsonRows(getTableColumns(files), files, sql`${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)}`, files.id),
    '[]',
  )
