import { eq } from 'drizzle-orm'
import { files } from '../../db/schema/core/system.ts'
import type { Db } from '../core/db.ts'
import { problem } from '../core/problem.ts'
import { type FileRow, type FileStore, saveRow, storeBytes } from './files.ts'

const OWNER = 'files_place'
/** The place of files is not that of the other processes, or not that of the database. */
export class OtherPlace extends Error {
  /** The missing file, as `yyyy/mm/name`. */
  readonly file: string
  constructor({ uuid, created_at }: FileRow) {
    super('another place of files')
    this.file = `${new Date(created_at).toISOString().slice(0, 7).replace('-', '/')}/${uuid}`
  }
}

/**
 * Checks that all processes of a database have their files in one place: the first one leaves a file there, and the others look for it. It has its row as any
 * other, so that a backup and the daily sweep treat it alike. Gives the check itself, to be repeated: a shared folder may go away.
 * @throws OtherPlace where it is missing; 503 if the store does not answer
 */
export async function onePlace(db: Db, store: FileStore, now: Date): Promise<() => Promise<void>> {
  const oldest = async () => (await db.select().from(files).where(eq(files.owner_type, OWNER)).orderBy(files.id).limit(1))[0]
  if (!(await oldest())) {
    const upload = { name: 'archivio.txt', bytes: Buffer.from('Archivio dei file di Piazzale: non eliminare.\n') }
    await saveRow(await storeBytes(upload, { files: store, now }), { type: OWNER, id: null }, { db })
  }
  const mark = (await oldest())!
  const check = async () => {
    await store.read(mark.uuid, new Date(mark.created_at)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new OtherPlace(mark) : error
    })
  }
  await check()
  return () =>
    check().catch(() => {
      throw problem.filesAway()
    })
}
