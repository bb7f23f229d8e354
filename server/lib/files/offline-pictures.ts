import { and, eq, inArray, sql } from 'drizzle-orm'
import { offline_pictures } from '../../db/schema/core/offline-pictures.ts'
import { type FileOwner, files } from '../../db/schema/core/system.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { preparedWrite } from '../core/implement.ts'
import { problem } from '../core/problem.ts'
import { readFile, type Stored, saveRow, sha256, storeBytes, type Upload } from './files.ts'
import { fitPicture } from './pictures.ts'

type Sent = { uuid: string; name?: string | undefined; record: string; sha256: string; size: number; files: Upload[] }
/** Tells whether the person sees the record, and whether it is not deleted; undefined if it does not exist yet. */
type Reach = (record: string, context: Context) => Promise<{ seen: boolean; alive: boolean } | undefined>

const isWhole = ({ bytes }: Upload, { size, sha256: hash }: Sent) => bytes.length === size && sha256(bytes) === hash
type Keep = (upload: Upload, context: Context, sent: Sent) => Promise<Stored>
export const keepPicture = async (upload: Upload, context: Context): Promise<Stored> =>
  storeBytes((await fitPicture(upload, String(context.user.id))).upload, context)
const pictureOf = async (db: Db, uuid: string) => (await db.select().from(offline_pictures).where(eq(offline_pictures.uuid, uuid)))[0]

/** Refuses a record if some of its pictures have not arrived: the device sends them first. `record`: its uuid, or the author of the pictures. */
export async function needPictures(db: Db, place: string, record: string | { by: number }, uuids: readonly string[] = []): Promise<void> {
  if (!uuids.length) return
  const of = typeof record === 'string' ? eq(offline_pictures.record, record) : eq(offline_pictures.created_by, record.by)
  const mine = and(eq(offline_pictures.place, place), of, inArray(offline_pictures.uuid, [...uuids]))
  const missing = new Set(uuids).size - (await db.$count(offline_pictures, mine))
  if (missing) throw problem.unprocessable(`Caricamento di ${missing} foto in corso: riprovare tra poco.`, { code: 'photos_missing' })
}

/** The handlers of the pictures of `offlinePart()`. They are accepted before their record exists, and shown to whoever sees the record. */
export function picturesOf(place: FileOwner, reach: Reach, keep: Keep = keepPicture) {
  const mayAdd = async (record: string, context: Context) => (await reach(record, context))?.seen !== false
  return {
    upload: preparedWrite(
      // Pictures and disks are slow, so no transaction waits for them. Refusals are made below, where they are recorded under the key.
      async (sent: Sent, context: Context) => {
        const [upload, second] = sent.files
        if (!upload || second || !isWhole(upload, sent) || (await pictureOf(context.db, sent.uuid))) return undefined
        return (await mayAdd(sent.record, context)) ? keep(upload, context, sent) : undefined
      },
      async (sent, context, ready) => {
        const { db, user, now } = context
        const [upload, second] = sent.files
        const { uuid, record, sha256: hash } = sent
        if (!upload) throw problem.noFiles()
        if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
        if (!isWhole(upload, sent))
          throw problem.unprocessable('Il file è arrivato danneggiato: inviarlo di nuovo.', { code: 'file_mismatch' })
        context.audit({ entity_id: uuid })
        // The second of two copies of one upload waits, and then finds the first.
        await db.execute(sql`select pg_advisory_xact_lock(hashtext(${uuid}))`)
        const held = await pictureOf(db, uuid)
        if (held) {
          if (held.sent_sha256 !== hash || held.record !== record || held.created_by !== user.id)
            throw problem.unprocessable('Un altro file ha già questo identificativo.', { code: 'uuid_taken' })
          context.status(200)
          return { uuid, sha256: hash }
        }
        if (!(await mayAdd(record, context))) throw problem.notFound()
        const row = await saveRow(ready ?? (await keep(upload, context, sent)), { type: place, id: null }, context)
        const facts = { sent_sha256: hash, created_by: user.id, created_at: now.toISOString() }
        await db.insert(offline_pictures).values({ uuid, place, record, file_id: row.id, ...facts })
        return { uuid, sha256: hash }
      },
    ),
    async picture({ uuid }: { uuid: string }, context: Context) {
      const [found] = await context.db
        .select({ file: files, of: offline_pictures })
        .from(offline_pictures)
        .innerJoin(files, eq(files.id, offline_pictures.file_id))
        .where(and(eq(offline_pictures.uuid, uuid), eq(offline_pictures.place, place)))
      const of = found && (await reach(found.of.record, context))
      // A picture without its record yet is visible to its author alone.
      if (!found || !(of ? of.seen && of.alive : found.of.created_by === context.user.id)) throw problem.notFound()
      return { bytes: await readFile(found.file, context.files), mime: found.file.mime, name: found.file.name }
    },
  }
}
