import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type FileOwner, files } from '../../db/schema/core/system.ts'
import type { Context } from '../core/context.ts'
import { preparedWrite } from '../core/implement.ts'
import { problem } from '../core/problem.ts'
import { emptyForNew } from '../tables/sql-json.ts'
import { fileOf, type Owner, readFile, saveRow, storeBytes, type Upload } from './files.ts'

/** The number of files of a record of that type, as a column beside it. */
export const countOfFiles = (type: FileOwner, owner: AnyPgColumn) =>
  emptyForNew(
    sql<number>`(select count(*)::int from ${files} where ${eq(files.owner_type, sql.raw(`'${type}'`))} and ${eq(files.owner_id, owner)})`,
    '0',
  )

type Find<I> = (input: I, context: Context) => Promise<unknown>
/** The handlers of `attachments()`: the files of records of a type. `get` finds the record or refuses to read it, `write` to change it. */
export function attachmentsOf<I extends { id: number } = { id: number }>(
  type: FileOwner | ((input: I) => FileOwner),
  get: Find<I>,
  write: Find<I> = get,
) {
  type One = I & { fileId: number }
  type Sent = I & { files: Upload[] } & Pick<Owner, 'category' | 'expiration'>
  const owner = (input: I) => ({ type: typeof type === 'string' ? type : type(input), id: input.id })
  return {
    upload: preparedWrite(
      // Outside of the transaction, which must not wait for the disk.
      async (input: Sent, context: Context) => {
        const { files: uploads } = input as { files: Upload[] }
        if (!uploads.length) throw problem.noFiles()
        await write(input, context)
        const stored = []
        for (const upload of uploads) stored.push(await storeBytes(upload, context))
        return stored
      },
      async (input, context, stored) => {
        const { category, expiration } = input as Pick<Owner, 'category' | 'expiration'>
        await write(input, context)
        const saved = []
        for (const one of stored) saved.push(await saveRow(one, { ...owner(input), category, expiration }, context))
        return saved
      },
    ),
    async file(input: One, context: Context) {
      await get(input, context)
      const row = await fileOf(context.db, input.fileId, owner(input))
      return { bytes: await readFile(row, context.files), mime: row.mime, name: row.name }
    },
    async removeFile(input: One, context: Context) {
      await write(input, context)
      const of = owner(input)
      await context.db.delete(files).where(and(eq(files.id, input.fileId), eq(files.owner_type, of.type), eq(files.owner_id, of.id)))
      return undefined
    },
  }
}
