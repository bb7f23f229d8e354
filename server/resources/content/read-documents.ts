import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentVersion } from '../../../src/contract/content/documents.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { document_readers as readers, documents as table } from '../../db/schema/content/documents.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { activity_log, files } from '../../db/schema/core/system.ts'
import type { Bytes, Context, User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { type FileRow, readFile } from '../../lib/files/files.ts'
import { assignedIds } from '../stations/scope.ts'

/** The `owner_type` of its files. */
export const OWNER_TYPE = 'document'
export type Stored = typeof table.$inferSelect
export const alive = isNull(table.deleted_at)
/** Documents with a permission for one of the caller's roles, for a station assigned to the caller, or for the caller: the other side of `isReached`. */
export const isOpenTo = (user: User): SQL =>
  or(
    sql`${table.roles} && ${`{${user.roles.join()}}`}::text[]`,
    sql`${user.id} = any(${table.users})`,
    ...assignedIds(user).map((ids) => sql`${table.stations} && array(${ids})`),
  )!

/** @throws 404 where it is not there, or not the caller's to see */
async function needOpen(id: number, { db, user }: Context): Promise<Stored> {
  const may = allows('docs.admin', user) ? undefined : isOpenTo(user)
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), alive, may))
  if (!row) throw problem.notFound()
  return row
}
const filesOf = (id: number) => and(eq(files.owner_type, OWNER_TYPE), eq(files.owner_id, id))
/** The files of a document, newest first, with who uploaded each: the oldest is version 1. */
export async function versionsOf(id: number, context: Context): Promise<DocumentVersion[]> {
  await needOpen(id, context)
  const rows = await context.db
    .select({ file: files, author: { id: users.id, name: users.name } })
    .from(files)
    .leftJoin(users, eq(users.id, files.created_by))
    .where(filesOf(id))
    .orderBy(asc(files.id))
  return rows
    .map(({ file: { name, extension, size, created_at }, author }, at) => ({ version: at + 1, name, extension, size, created_at, author }))
    .reverse()
}
async function fileOf({ id, file_id }: Stored, version: number | undefined, { db }: Context): Promise<FileRow> {
  const one = version === undefined ? eq(files.id, file_id) : filesOf(id)
  const [file] = await db
    .select()
    .from(files)
    .where(one)
    .orderBy(asc(files.id))
    .limit(1)
    .offset(version === undefined ? 0 : version - 1)
  if (!file) throw problem.notFound()
  return file
}
/** The bytes of the current version or of an earlier one; that the current one was read is noted, and each reading of a reserved document is logged. */
export async function openFile(id: number, version: number | undefined, context: Context): Promise<Bytes> {
  const { db, user, now } = context
  const document = await needOpen(id, context)
  const file = await fileOf(document, version, context)
  const bytes = await readFile(file, file.isEncrypted ? context.files.sealed : context.files)
  const at = now.toISOString()
  // What was replaced while it was read leaves the new version to be read, and takes nothing back from who has read that one.
  if (file.id === document.file_id)
    await db
      .insert(readers)
      .values({ document_id: id, user_id: user.id, read_at: at, version: document.version })
      .onConflictDoUpdate({
        target: [readers.document_id, readers.user_id],
        set: { read_at: at, version: document.version },
        setWhere: sql`coalesce(${readers.version}, 0) < ${document.version}`,
      })
  await db
    .update(table)
    .set({ downloads: sql`${table.downloads} + 1` })
    .where(eq(table.id, id))
  if (document.isEncrypted)
    await db.insert(activity_log).values({
      ...{ user_id: user.id, action: 'lettura_file', entity: 'documents', entity_id: String(id), method: 'GET', status: 200 },
      path: `/api/v1/documents/${id}${version === undefined ? '' : `/versions/${version}`}`,
      ...{ ip: context.ip, user_agent: context.agent, request_id: context.requestId, created_at: at },
    })
  return { bytes, mime: file.mime, name: file.name }
}
