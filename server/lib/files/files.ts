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
import { inspectUpload } from './upload.ts'

export interface Upload {
  name: string
  bytes: Buffer
  /** Where a spooled file lies (`Options.spool`); then `bytes` is empty. */
  path?: string
}
/** Bytes under a name of ours, outside the web root (docs/spec/security.md#uploads). */
export interface FileStore {
  write(uuid: string, bytes: Buffer, at: Date): Promise<void>
  read(uuid: string, at: Date): Promise<Buffer>
  remove(uuid: string, at: Date): Promise<void>
  /** All that is stored, in lots: the name, a moment to find it by, and when it was last written. What was never finished is there too. */
  list(): AsyncGenerator<{ uuid: string; at: Date; written: Date }[]>
}
export type FileRow = typeof files.$inferSelect

/** Names in a folder that match; none where the folder does not exist. One that cannot be read throws, as it need not be empty. */
async function named(folder: string, name: RegExp): Promise<string[]> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((one) => name.test(one))
}

/** Local disk: `files/{yyyy}/{mm}/{uuid}`, written aside, flushed, renamed: a reader never sees half a file. */
export function diskStore(root: string): FileStore {
  const place = (uuid: string, at: Date) =>
    path.join(root, String(at.getUTCFullYear()), String(at.getUTCMonth() + 1).padStart(2, '0'), uuid)
  return {
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
}

export type Stored = Awaited<ReturnType<typeof storeBytes>>
/**
 * Bytes on the disk, and what their row will say of them. They go first, and before the transaction where they are large or many: an orphan is harmless
 * (the sweep takes it), a row without its file is not, and a transaction that waits for a disk keeps everybody out of the embedded database.
 * @throws 415 for what is not what its name says, 413
 */
export async function storeBytes(upload: Upload, { files: store, now }: { files: FileStore; now: Date }) {
  const uuid = randomUUID()
  const facts = { uuid, ...inspectUpload(upload), size: upload.bytes.length, sha256: sha256(upload.bytes), created_at: now.toISOString() }
  await store.write(uuid, upload.bytes, now)
  return facts
}
/** Whose a file is, and what its owner says of it. */
export interface Owner {
  type: string
  id: number | null
  category?: string | undefined
  expiration?: string | null | undefined
}
/** The row of bytes that are stored. */
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
/** Reads a stored file and proves that it is what was stored. */
export async function readFile(row: FileRow, store: FileStore): Promise<Buffer> {
  const bytes = await store.read(row.uuid, new Date(row.created_at))
  if (sha256(bytes) !== row.sha256) throw new Error(`file ${row.uuid} does not match its SHA-256`)
  return bytes
}
/** The row of a file of this owner; 404 for anybody else's. */
export async function fileOf(db: Db, id: number, owner: { type: string; id: number }): Promise<FileRow> {
  const [row] = await db.select().from(files).where(eq(files.id, id))
  if (!row || row.owner_type !== owner.type || row.owner_id !== owner.id) throw problem.notFound()
  return row
}
/** The same bytes are hashed at several places, and a megabyte takes a millisecond: so the hash of a buffer is remembered. */
const hashes = new WeakMap<Buffer, string>()
export function sha256(data: string | Buffer): string {
  if (typeof data === 'string') return hash('sha256', data)
  const known = hashes.get(data) ?? hash('sha256', data)
  hashes.set(data, known)
  return known
}
/** The files of an owner of that kind, as a column beside it. */
export const filesOf = (type: string, owner: AnyPgColumn) =>
  emptyForNew(
    jsonRows(getTableColumns(files), files, sql`${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)}`, files.id),
    '[]',
  )
