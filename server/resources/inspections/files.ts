import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { inspectionFiles as contract } from '../../../src/contract/inspections/files.ts'
import { placeOf } from '../../../src/contract/kernel/file-facts.ts'
import { isOpen, lockedMessage } from '../../../src/rules/inspections/actions.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_files, inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { Problem, problem } from '../../lib/core/problem.ts'
import { readFile, type Stored, saveRow, sha256, storeBytes, type Upload } from '../../lib/files/files.ts'
import { fitPicture } from '../../lib/files/pictures.ts'
import { stripGps } from '../../lib/files/strip-gps.ts'
import { kindOf } from '../../lib/files/upload.ts'
import { arrivedFiles, inScope, readInspection, sentHash } from './read.ts'
import { deletedMessage, fullReceipt, lastSave } from './receipts.ts'

const isWhole = ({ bytes }: Upload, sent: { sha256: string; size: number }) => bytes.length === sent.size && sha256(bytes) === sent.sha256
/** A document stays as it is; a picture among them only does not say where it was taken. */
const withoutGps = (upload: Upload): Upload =>
  kindOf(upload).mime.startsWith('image/') ? { ...upload, bytes: stripGps(upload.bytes) } : upload

/** The places a file may still be added to: one's own verifica while it is filled in, or a non-conformity of it afterwards. */
async function requirePlace(client_uuid: string, question: string | undefined, { db, user }: Context) {
  const [row] = await db.select().from(inspections).where(eq(inspections.client_uuid, client_uuid))
  if (!row) return
  if (row.inspector_id !== user.id && !user.roles.includes('superAdmin')) throw problem.invalid({ client_uuid: NOT_YOURS })
  if (row.deleted_at) throw problem.conflict(await deletedMessage(db, row), { code: 'deleted' })
  if (isOpen(row)) return
  const nc = /^nc_(\d{1,9})$/.exec(question ?? '')?.[1]
  const own =
    nc && (await db.$count(non_conformities, and(eq(non_conformities.id, Number(nc)), eq(non_conformities.inspection_id, row.id))))
  if (own) return
  const whole = await readInspection(db, eq(inspections.id, row.id))
  throw problem.conflict(lockedMessage(row), { data: { ...fullReceipt(whole!), last_save: await lastSave(db, row) }, code: 'locked' })
}
const NOT_YOURS = 'Il valore selezionato per Verifica non esiste.'

/** Shows a non-conformity that a verifica in scope re-checks, or how it was solved: the earlier verifica may be somebody else's. */
const recheckedBy = (user: User) => sql`exists (
  select 1 from ${non_conformities} inner join ${inspections} on ${non_conformities.id} = any(${inspections.open_ncs})
  where ${inspection_files.uuid} = any(${non_conformities.photos} || ${non_conformities.resolution_photos}) and ${inScope(user)})`
/** Within reach: of a verifica in scope, one's own that arrived before its verifica, or what is to be re-checked. */
const fileInScope = (user: User) =>
  or(
    and(isNotNull(inspections.id), inScope(user)),
    and(isNull(inspections.id), eq(inspection_files.created_by, user.id)),
    recheckedBy(user),
  )

interface PreparedFile {
  stored: Stored
  /** False for a picture that nobody can decode: it is kept as it came. */
  readable: boolean
}
/** Prepares the file and writes it to the disk; nothing is left there of a file that is refused. */
async function prepareFile(
  upload: Upload,
  { client_uuid, question, kind, stamp }: { client_uuid: string; question?: string | undefined; kind: string; stamp?: string | undefined },
  context: Context,
): Promise<PreparedFile> {
  await requirePlace(client_uuid, question, context)
  const made =
    kind === 'file'
      ? { upload: withoutGps(upload), readable: true }
      : await fitPicture(upload, String(context.user.id), kind === 'photo' ? stamp : undefined)
  return { stored: await storeBytes(made.upload, context), readable: made.readable }
}

export default implement(contract, {
  upload: preparedWrite(
    /** Pictures and disks are slow, so no transaction waits for them. Refusals are thrown inside the transaction, so that they are recorded under the key. */
    async (input, context): Promise<PreparedFile | Problem | undefined> => {
      const [upload, second] = input.files
      if (!upload || second || !isWhole(upload, input)) return undefined
      if (await context.db.$count(inspection_files, eq(inspection_files.uuid, input.uuid))) return undefined
      return prepareFile(upload, input, context).catch((error) => {
        if (error instanceof Problem && error.status !== 429) return error
        throw error
      })
    },
    async (
      { uuid, client_uuid, question, kind, sha256: hash, size, files: uploads, stamp, taken_at, latitude, longitude },
      context,
      ready,
    ) => {
      const { db, user, now } = context
      const [upload, second] = uploads
      if (!upload) throw problem.noFiles()
      if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
      if (!isWhole(upload, { sha256: hash, size }))
        throw problem.unprocessable('Il file è arrivato danneggiato: inviarlo di nuovo.', { code: 'file_mismatch' })
      context.audit({ entity_id: uuid })
      // Two copies of one upload wait for each other, so that the second finds the first.
      await db.execute(sql`select pg_advisory_xact_lock(hashtext(${uuid}))`)
      const answer = async () => (await arrivedFiles(db, client_uuid)).find((file) => file.uuid === uuid)
      const [held] = await db
        .select({ sha256: sentHash, client_uuid: inspection_files.client_uuid, by: inspection_files.created_by })
        .from(inspection_files)
        .innerJoin(files, eq(files.id, inspection_files.file_id))
        .where(eq(inspection_files.uuid, uuid))
      if (held) {
        if (held.sha256 !== hash || held.client_uuid !== client_uuid || held.by !== user.id)
          throw problem.unprocessable('Un altro file ha già questo identificativo.', { code: 'uuid_taken' })
        context.status(200)
        return (await answer())!
      }
      await requirePlace(client_uuid, question, context)
      if (ready instanceof Problem) throw ready
      const { stored, readable } = ready ?? (await prepareFile(upload, { client_uuid, question, kind, stamp }, context))
      const row = await saveRow(stored, { type: 'inspection', id: null }, context)
      await db.insert(inspection_files).values({
        ...{ uuid, client_uuid, question, kind, taken_at, ...placeOf(latitude, longitude), file_id: row.id, sent_sha256: hash, readable },
        ...{ created_by: user.id, created_at: now.toISOString() },
      })
      return (await answer())!
    },
  ),
  async get({ uuid }, { db, user, files: store }) {
    const [found] = await db
      .select({ file: files })
      .from(inspection_files)
      .innerJoin(files, eq(files.id, inspection_files.file_id))
      .leftJoin(inspections, eq(inspections.client_uuid, inspection_files.client_uuid))
      .where(and(eq(inspection_files.uuid, uuid), fileInScope(user)))
    if (!found) throw problem.notFound()
    return { bytes: await readFile(found.file, store), mime: found.file.mime, name: found.file.name }
  },
})
