import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import {
  supportDocuments as contract,
  driverFileCategories,
  type SupportDocument,
} from '../../../src/contract/content/support-documents.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { inWords } from '../../db/folded.ts'
import { support_document_reads as reads, support_documents as table } from '../../db/schema/content/support-documents.ts'
import { files } from '../../db/schema/core/system.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { readFile, saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'

/** The `owner_type` of its files. */
const OWNER_TYPE = 'support_document'
/** After so many days a file that was not opened is no news any more. */
const FRESH_DAYS = 30
const from = sql`${table} left join ${stations} on ${eq(stations.id, table.station_id)}`
const sorts = {
  station: sql`(select s.name from stations s where s.id = ${table.station_id})`,
  name: table.name,
  category: inWords(table.category, driverFileCategories),
  created_at: table.created_at,
  size: table.size,
}
const { address, cap, city, code, id, latitude, longitude, name } = stations
const columns = ({ user, now }: Context) => ({
  ...getTableColumns(table),
  station: { id, code, name, address, cap, city, latitude, longitude },
  fresh: sql<boolean>`(${table.created_at} > ${new Date(now.getTime() - FRESH_DAYS * 86_400_000).toISOString()}::timestamptz
    and not exists (select from ${reads} where ${reads.document_id} = ${table.id} and ${reads.user_id} = ${user.id}))`,
})
const read = (where: SQL | undefined, context: Context) =>
  context.db.select(columns(context)).from(table).leftJoin(stations, eq(stations.id, table.station_id)).where(where)

type Query = v.InferOutput<typeof contract.list.query>
const filtered = ({ search, query, station_id, category }: Query) =>
  and(
    matches(search ?? query, table.name, stations.code, stations.name, stations.city),
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
    category?.length ? inArray(table.category, category) : undefined,
  )

export default implement(contract, {
  async list(input, context) {
    const where = filtered(input)
    const rows = (in_all: SQL<number>, limit: number, offset: number) => {
      const order = ordering(input.sort ?? contract.list.order, sorts, table.id)
      const ids = context.db
        .select({ id: table.id })
        .from(table)
        .leftJoin(stations, eq(stations.id, table.station_id))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return context.db
        .select({ ...columns(context), in_all })
        .from(table)
        .leftJoin(stations, eq(stations.id, table.station_id))
        .where(inArray(table.id, ids))
        .orderBy(...order)
    }
    return paged(input, context, [from, where], rows)
  },
  upload: preparedWrite(
    async ({ files: uploads }: Parsed<typeof contract.upload, Upload>, context: Context) => {
      if (!uploads.length) throw problem.unprocessable('Assicurati di aver selezionato un file')
      const stored = []
      for (const upload of uploads) stored.push(await storeBytes(upload, context))
      return stored
    },
    async ({ station_id, category, valid_to }, context, stored): Promise<SupportDocument[]> => {
      const { db, user } = context
      if (station_id) {
        const there = await db.$count(stations, and(eq(stations.id, station_id), isNull(stations.deleted_at)))
        refuse({ station_id: there ? undefined : messages.exists('Punto vendita') })
      }
      const ids: number[] = []
      for (const one of stored) {
        const file = await saveRow(one, { type: OWNER_TYPE, id: null }, context)
        const [row] = await db
          .insert(table)
          .values({
            ...{ file_id: file.id, station_id, category, valid_to, created_by: user.id, updated_by: user.id },
            ...{ name: one.name, originalName: one.name, extension: one.extension, mime: one.mime, size: one.size },
          })
          .returning()
        await db.update(files).set({ owner_id: row!.id }).where(eq(files.id, file.id))
        await context.history('support_document', row!.id, 'created', null, row)
        ids.push(row!.id)
      }
      context.audit({ entity_id: ids[0]! })
      return read(inArray(table.id, ids), context).orderBy(table.id)
    },
  ),
  async file({ id }, context) {
    const { db, user, now } = context
    const [row] = await db.select({ file: files }).from(table).innerJoin(files, eq(files.id, table.file_id)).where(eq(table.id, id))
    if (!row) throw problem.notFound()
    const bytes = await readFile(row.file, context.files)
    await db.insert(reads).values({ document_id: id, user_id: user.id, read_at: now.toISOString() }).onConflictDoNothing()
    return { bytes, mime: row.file.mime, name: row.file.name }
  },
  async remove({ id }, { db, history }) {
    const [gone] = await db.delete(table).where(eq(table.id, id)).returning()
    if (!gone) return undefined
    await db.delete(files).where(eq(files.id, gone.file_id))
    await history('support_document', id, 'deleted', gone, null)
    return undefined
  },
})
