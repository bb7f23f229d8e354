import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { files } from '../db/schema/system.ts'
import { ofOwner } from './as-json.ts'
import type { Context } from './context.ts'
import { fileOf, type Owner, readFile, saveRow, storeBytes, type Upload } from './files.ts'
import { prepared } from './implement.ts'
import { problem } from './problem.ts'

/** How many files an owner of that kind has, as a column beside it. */
export const countOfFiles = (type: string, owner: AnyPgColumn) =>
  ofOwner(
    sql<number>`(select count(*)::int from ${files} where ${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)})`,
    '0',
  )

type Find = (input: { id: number }, context: Context) => Promise<unknown>
/** The handlers of `attachments()` in the contract: the files of records of a kind, which `get` finds or refuses; to change them, `write` does. */
export function attachmentsOf(type: string, get: Find, write: Find = get) {
  type One = { id: number; fileId: number }
  type Sent = { id: number; files: Upload[] } & Pick<Owner, 'category' | 'expiration'>
  return {
    upload: prepared(
      // No transaction waits for the disk.
      async ({ id, files: uploads }: Sent, context: Context) => {
        if (!uploads.length) throw problem.noFiles()
        await write({ id }, context)
        const stored = []
        for (const upload of uploads) stored.push(await storeBytes(upload, context))
        return stored
      },
      async ({ id, category, expiration }, context, stored) => {
        await write({ id }, context)
        const saved = []
        for (const one of stored) saved.push(await saveRow(one, { type, id, category, expiration }, context))
        return saved
      },
    ),
    async file({ id, fileId }: One, context: Context) {
      await get({ id }, context)
      const row = await fileOf(context.db, fileId, { type, id })
      return { bytes: await readFile(row, context.files), mime: row.mime, name: row.name }
    },
    async removeFile({ id, fileId }: One, context: Context) {
      await write({ id }, context)
      await context.db.delete(files).where(and(eq(files.id, fileId), eq(files.owner_type, type), eq(files.owner_id, id)))
      return undefined
    },
  }
}
