import { and, eq, inArray, lt } from 'drizzle-orm'
import { EXPORT_DAYS } from '../../../src/contract/kernel/exporting.ts'
import { files } from '../../db/schema/core/system.ts'
import type { Db } from '../core/db.ts'
import type { FileStore } from '../files/files.ts'

/** Bytes are written before their row, so young ones may still get one. A week also allows to undo a wrong restore. */
const GRACE_MS = 7 * 86_400_000

/**
 * Deletes stored bytes without a row, which refused requests leave, a week after they were written. If more would be deleted than kept, nothing is: this is
 * not the database of these files then.
 * @returns how many were deleted; how many were kept for that reason; rows older than a week whose bytes are missing
 */
export async function sweep(db: Db, store: FileStore, now: Date): Promise<{ removed: number; kept: number; missing: string[] }> {
  const before = new Date(now.getTime() - GRACE_MS)
  const stored = new Set<string>()
  const orphans: { uuid: string; at: Date }[] = []
  for await (const lot of store.list()) {
    const rows = lot.length
      ? await db
          .select({ uuid: files.uuid })
          .from(files)
          .where(
            inArray(
              files.uuid,
              lot.map(({ uuid }) => uuid),
            ),
          )
      : []
    const known = new Set(rows.map(({ uuid }) => uuid))
    for (const { uuid, at, written } of lot)
      if (known.has(uuid)) stored.add(uuid)
      else if (written < before) orphans.push({ uuid, at })
  }
  const rows = await db.select({ uuid: files.uuid }).from(files).where(lt(files.created_at, before.toISOString()))
  const missing = rows.map(({ uuid }) => uuid).filter((uuid) => !stored.has(uuid))
  if (orphans.length > stored.size + 100) return { removed: 0, kept: orphans.length, missing }
  for (const { uuid, at } of orphans) await store.remove(uuid, at)
  return { removed: orphans.length, kept: 0, missing }
}

/** Exported lists are kept a day longer than promised, so that a download under way can end. */
const EXPORT_KEPT_MS = (EXPORT_DAYS + 1) * 86_400_000
/** Deletes the parts of expired exports, the rows first: bytes without a row are harmless. Gives how many were deleted. */
export async function expireExports(db: Db, store: FileStore, now: Date): Promise<number> {
  const old = and(eq(files.owner_type, 'export'), lt(files.created_at, new Date(now.getTime() - EXPORT_KEPT_MS).toISOString()))
  const gone = await db.delete(files).where(old).returning({ uuid: files.uuid, at: files.created_at })
  for (const { uuid, at } of gone) await store.remove(uuid, new Date(at))
  return gone.length
}
