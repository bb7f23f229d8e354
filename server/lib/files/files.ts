import { hash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { files } from '../../db/schema/core/system.ts'
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
/** Stores bytes under a name of ours, outside of the web root (docs/spec/security.md#uploads). */
export interface FileStore {
  write(uuid: string, bytes: Buffer, at: Date): Promise<void>
  read(uuid: string, at: Date): Promise<Buffer>
  remove(uuid: string, at: Date): Promise<void>
  /** All that is stored, month by month: the name, a date that leads to it, and when it was last written. Unfinished files are among them. */
  list(): AsyncGenerator<{ uuid: string; at: Date; written: Date }[]>
  /** The same store for files of which only the encrypted bytes may lie on the disk (`isEncrypted`). */
  readonly sealed: FileStore
}
export type FileRow = typeof files.$inferSelect

/** The names in a folder that match; none if it does not exist. @throws if it cannot be read, as it may not be empty */
async function named(folder: string, name: RegExp): Promise<string[]> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((one) => name.test(one))
}

/** Local disk: `files/{yyyy}/{mm}/{uuid}`, written aside, flushed, renamed: a reader never sees half a file. `key`: that of sealed files, else kept beside the folder. */
export function diskStore(root: string, key?: string): FileStore {
  let found: Buffer | undefined
  const keyOf = () => {
    found ??= sealingKey(`${root}.key`, key)
    return found
  }
  const place = (uuid: string, at: Date) =>
    path.join(root, String(at.getUTCFullYear()), String(at.getUTCMonth() + 1).padStart(2, '0'), uuid)
  const store: FileStore = {
    get sealed() {
      return sealed
    },
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
            const { mtime } = await fs.stat(place(uuid, at))
            lot.push({ uuid, at, written: mtime })
          }
          yield lot
        }
    },
  }
  const sealed: FileStore = {
    ...{ remove: store.remove, list: store.list },
    get sealed() {
      return sealed
    },
    write: async (uuid, bytes, at) => store.write(uuid, seal(uuid, bytes, keyOf()), at),
    read: async (uuid, at) => unseal(uuid, await store.read(uuid, at), keyOf()),
  }
  return store
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
  type: string
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
export async function fileOf(db: Db, id: number, owner: { type: string; id: number }): Promise<FileRow> {
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
export const filesOf = (type: string, owner: AnyPgColumn) =>
  emptyForNew(
    jsonRows(getTableColumns(files), files, sql`${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)}`, files.id),
    '[]',
  )
