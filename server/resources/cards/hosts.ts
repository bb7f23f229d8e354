import { eq } from 'drizzle-orm'
import { type HostName, hosts } from '../../../src/contract/cards/sync.ts'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { type DropFolder, dropFolder } from '../../lib/jobs/drop-folder.ts'

export const HOSTS = 'hosts'
export type Switches = Record<HostName, boolean>
/** Which hosts this installation speaks to; each does unless it was turned off. */
export async function switchesOf(db: Db): Promise<Switches> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, HOSTS))
  return { icad: true, siv: true, infopoint: true, ...(row?.value as Partial<Switches> | undefined) }
}
type Place = { db: Db; dropDir?: string | undefined }
/** The folder of a host; undefined where there is none, or the host is turned off. */
export async function folderOf(name: HostName, { db, dropDir }: Place): Promise<DropFolder | undefined> {
  return dropDir && (await switchesOf(db))[name] ? dropFolder(dropDir, name) : undefined
}
/** @throws Problem 501 where the host is not configured: nothing is queued then */
export async function needFolder(name: HostName, place: Place): Promise<DropFolder> {
  const folder = await folderOf(name, place)
  if (!folder) throw problem.off(hosts[name])
  return folder
}
