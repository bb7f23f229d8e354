import { eq, inArray } from 'drizzle-orm'
import {
  COVER_TYPES,
  COVER_WIDTHS,
  coverImages as contract,
  MIN_COVER_WIDTH,
  NO_COVER,
} from '../../../src/contract/stations/cover-images.ts'
import { files } from '../../db/schema/core/system.ts'
import { station_images } from '../../db/schema/stations/station-sets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile, type Stored, saveRow, storeBytes } from '../../lib/files/files.ts'
import { inWidths } from '../../lib/files/pictures.ts'
import { needStation } from './scope.ts'

const columns = { 320: station_images.file_320, 960: station_images.file_960, 1600: station_images.file_1600 }
const isWidth = (width: number): width is keyof typeof columns => width in columns
const { file_320, file_960, file_1600, station_id } = station_images

async function coverOf(db: Db, station: number) {
  const [found] = await db
    .select({ station_id, file_320, file_960, file_1600, name: files.name, created_at: files.created_at })
    .from(station_images)
    .innerJoin(files, eq(files.id, file_1600))
    .where(eq(station_id, station))
  return found ?? null
}
type Cover = NonNullable<Awaited<ReturnType<typeof coverOf>>>
/** Records a change of the cover in the history and audit of its station. */
const record = ({ history, audit }: Context, station: number, before: Cover | null, after: Cover | null) => {
  const historyValues = (cover: Cover | null) => cover && { ...cover, created_at: undefined }
  audit({ entity_id: station })
  return history(
    'station_image',
    station,
    before ? (after ? 'updated' : 'deleted') : 'created',
    historyValues(before),
    historyValues(after),
  )
}
const deleteFiles = (db: Db, cover: Cover) =>
  db.delete(files).where(
    inArray(
      files.id,
      COVER_WIDTHS.map((width) => cover[`file_${width}`]),
    ),
  )

export default implement(contract, {
  async get({ stationId }, { db, user }) {
    await needStation(db, user, stationId)
    return coverOf(db, stationId)
  },
  async picture({ stationId, width }, { db, user, files: store }) {
    await needStation(db, user, stationId)
    if (!isWidth(width)) throw problem.notFound()
    const [found] = await db
      .select({ file: files })
      .from(station_images)
      .innerJoin(files, eq(files.id, columns[width]))
      .where(eq(station_id, stationId))
    if (!found) throw problem.notFound()
    return { bytes: await readFile(found.file, store), mime: found.file.mime, name: found.file.name }
  },
  upload: preparedWrite(
    // Decoding and disk access happen before the transaction begins.
    async ({ stationId, files: [upload, second] }, context) => {
      await needStation(context.db, context.user, stationId, 'net.write')
      if (!upload) throw problem.unprocessable(NO_COVER)
      if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
      const made = await inWidths(upload, String(context.user.id), { types: COVER_TYPES, min: MIN_COVER_WIDTH, widths: COVER_WIDTHS })
      const stored: Stored[] = []
      for (const one of made) stored.push(await storeBytes(one, context))
      return stored
    },
    async ({ stationId }, context, stored) => {
      const { db, user, now } = context
      await needStation(db, user, stationId, 'net.write')
      const ids: number[] = []
      for (const one of stored) ids.push((await saveRow(one, { type: 'station_image', id: stationId }, context)).id)
      const [narrow, middle, wide] = ids as [number, number, number]
      const of = { file_320: narrow, file_960: middle, file_1600: wide, updated_at: now.toISOString(), updated_by: user.id }
      // Concurrent uploads wait for each other at the station's unique row.
      const [row] = await db
        .insert(station_images)
        .values({ station_id: stationId, ...of, created_by: user.id })
        .onConflictDoNothing()
        .returning()
      if (row) {
        const after = (await coverOf(db, stationId))!
        await record(context, stationId, null, after)
        return after
      }
      await db.select().from(station_images).where(eq(station_id, stationId)).for('update')
      const before = (await coverOf(db, stationId))!
      await db.update(station_images).set(of).where(eq(station_id, stationId))
      await deleteFiles(db, before)
      const after = (await coverOf(db, stationId))!
      await record(context, stationId, before, after)
      return after
    },
  ),
  async remove({ stationId }, context) {
    const { db, user } = context
    await needStation(db, user, stationId, 'net.write')
    const before = await coverOf(db, stationId)
    context.audit({ entity_id: stationId })
    const [gone] = await db.delete(station_images).where(eq(station_id, stationId)).returning()
    if (!before || !gone) return undefined
    await deleteFiles(db, before)
    await record(context, stationId, before, null)
    return undefined
  },
})
