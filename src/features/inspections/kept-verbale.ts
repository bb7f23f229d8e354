import { inspections } from '../../contract/inspections/inspections.ts'
import type { StationVerbale } from '../../contract/inspections/offline.ts'
import { call } from '../../lib/api.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { roomOf, storageState } from '../../lib/storage-space.ts'
import { fieldDb, type KeptStation, type KeptVerbale } from './field-store.ts'

/** The last verbale of each pinned station, whole, to be opened without a network (docs/decisions/028). */

/** Bytes of all of them together: a verbale with its photos may take ten million. */
export const MAX_VERBALI_BYTES = 100_000_000

export const isKeptVerbale = (paper: KeptVerbale | undefined, { id, completed_at }: Pick<StationVerbale, 'id' | 'completed_at'>) =>
  paper?.id === id && paper.completed_at === completed_at

/** Fetches missing verbali and deletes those no longer needed; does nothing where there is no room. @throws ApiError */
export async function keepVerbale(station_id: number): Promise<void> {
  const db = fieldDb()
  const { contexts, papers } = db
  const wantedOf = (kept: KeptStation | undefined) => (kept?.pinned ? kept.data.verbali?.[0] : undefined)
  const kept = await contexts.get(station_id)
  const newest = wantedOf(kept)
  if (newest && isKeptVerbale(kept?.paper, newest)) return
  if (kept?.paper)
    await db.transaction('rw', contexts, papers, async () => {
      await contexts.update(station_id, { paper: undefined })
      await papers.delete(station_id)
    })
  if (!newest || !mayKeep('field', inspections.pdf)) return
  const taken = (await contexts.toArray()).reduce((sum, { paper }) => sum + (paper?.size ?? 0), 0)
  // Today's photos need the room more than old verbali.
  if (taken + (newest.size ?? 0) > MAX_VERBALI_BYTES || roomOf(await storageState()) !== 'ok') return
  const file = (await call(inspections.pdf, { id: newest.id }, { part: true })) as File
  if (taken + file.size > MAX_VERBALI_BYTES) return
  const paper: KeptVerbale = { id: newest.id, completed_at: newest.completed_at, name: file.name, size: file.size }
  const bytes = await file.arrayBuffer()
  await db.transaction('rw', contexts, papers, async () => {
    // Taken off meanwhile, or there is a newer one.
    const still = wantedOf(await contexts.get(station_id))
    if (!still || !isKeptVerbale(paper, still)) return
    await contexts.update(station_id, { paper })
    await papers.put({ station_id, bytes })
  })
}
/** The PDF of a station's {@link Kept.paper}. @throws a sentence where it is not here any more */
export async function keptVerbaleFile(station_id: number, { name }: KeptVerbale): Promise<File> {
  const held = await fieldDb().papers.get(station_id)
  if (!held) throw new Error('Il PDF non è più su questo dispositivo.')
  return new File([held.bytes], name, { type: 'application/pdf' })
}
