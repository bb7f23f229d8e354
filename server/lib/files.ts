import { hash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { files } from '../db/schema/system.ts'
import type { Context, Db } from './context.ts'
import { jsonRows } from './json-rows.ts'
import { problem } from './problem.ts'
import { inspectUpload } from './upload.ts'

export interface Upload {
  name: string
  bytes: Buffer
  /** Where a spooled file lies (`Options.spool`); then `bytes` is empty. */
  path?: string
}
/** Bytes under a name of ours, outside the web root (domain.md 0.5). */
export interface FileStore {
  write(uuid: string, bytes: Buffer, at: Date): Promise<void>
  read(uuid: string, at: Date): Promise<Buffer>
  remove(uuid: string, at: Date): Promise<void>
  /** All that is stored, in lots: the name, a moment to find it by, and when it was last written. What was never finished is there too. */
  list(): AsyncGenerator<{ uuid: string; at: Date; written: Date }[]>
}
export type FileRow = typeof files.$inferSelect

/** What is in a folder under such names; nothing where it is not there. One that cannot be read is not empty. */
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

/** Stores an upload and its row. The bytes go first: an orphan is harmless, a row without its file is not. */
export async function saveFile(
  upload: Upload,
  owner: { type: string; id: number | null },
  context: Pick<Context, 'db' | 'files' | 'now'> & { user?: { id: number } },
): Promise<FileRow> {
  const { name, extension, mime } = inspectUpload(upload)
  const uuid = randomUUID()
  await context.files.write(uuid, upload.bytes, context.now)
  const [row] = await context.db
    .insert(files)
    .values({
      uuid,
      owner_type: owner.type,
      owner_id: owner.id,
      name,
      extension,
      mime,
      size: upload.bytes.length,
      sha256: sha256(upload.bytes),
      created_by: context.user?.id ?? null,
      created_at: context.now.toISOString(),
    })
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
export const sha256 = (data: string | Buffer) => hash('sha256', data)
/** The files of an owner of that kind, as a column beside it. */
export const filesOf = (type: string, owner: AnyPgColumn) =>
  jsonRows(getTableColumns(files), files, sql`${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)}`, files.id)
