import Dexie, { type EntityTable } from 'dexie'
import { type SupportDocument, supportDocuments } from '../../../contract/content/support-documents.ts'
import { fetchFile } from '../../../crud/import/download.ts'
import { mayKeep } from '../../../lib/kept-reads.ts'
import { DRIVER_DB } from '../../../lib/purge.ts'
import { sealDatabase } from '../../../lib/seal-database.ts'
import { keyFor, onPurge, session } from '../../../lib/session.ts'

/** A file for drivers that is pinned to this device. */
export interface KeptFile extends SupportDocument {
  /** When it was fetched, ISO. */
  at: string
  /** Not a Blob: some browsers lose those kept in IndexedDB. */
  bytes: ArrayBuffer
}
type DriverDb = Dexie & { files: EntityTable<KeptFile, 'id'> }
let open: { user: number; db: DriverDb } | undefined
onPurge.add(() => {
  open?.db.close()
  open = undefined
})
/** The database of the person at the device; undefined where the person's role keeps nothing. */
function driverDb(): DriverDb | undefined {
  const user = session.get().user?.id
  if (!user || !mayKeep('field', supportDocuments.file)) return undefined
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(DRIVER_DB + user) as DriverDb
    db.version(1).stores({ files: 'id' })
    sealDatabase(db, keyFor(user))
    open = { user, db }
  }
  return open.db
}
export const mayPin = () => !!driverDb()
export const keptFiles = async (): Promise<KeptFile[]> => (await driverDb()?.files.toArray()) ?? []
/** Fetches a file and keeps it on the device. @throws ApiError */
export async function pinFile(row: SupportDocument): Promise<void> {
  const file = await fetchFile(supportDocuments.file, { id: row.id }, { part: true })
  await driverDb()?.files.put({ ...row, at: new Date().toISOString(), bytes: await file.arrayBuffer() })
}
export const unpinFile = async (id: number): Promise<void> => driverDb()?.files.delete(id)
/** Takes off the device what the office has deleted. `ids`: pinned files that the server does not know any more. */
export const forget = async (ids: readonly number[]): Promise<void> => driverDb()?.files.bulkDelete([...ids])
/** A pinned file as the browser shows it. */
export const fileOf = ({ bytes, name, mime }: KeptFile): File => new File([bytes], name, { type: mime })
