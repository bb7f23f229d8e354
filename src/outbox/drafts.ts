import { signedInUser, storePhotos } from './rows.ts'
import type { Draft, Json, NewPhoto, World } from './types.ts'
import { keepUnqueued } from './unqueued.ts'

export interface DraftSave {
  key: string
  data: Json
  photos?: (string | NewPhoto)[]
  /** The revision the form was loaded at; 0 if there was no draft. */
  revision: number
  /** Title of the record, if the draft holds changes that are not in the queue yet. */
  unqueued?: string | undefined
}

/**
 * Stores a form's text unless somebody else has changed it since: gives `{ saved }` with the new revision, or `{ newer }` with the draft
 * another tab wrote. Tabs of an older app version may save too, so that an update loses nothing typed. Rejects where the database fails.
 */
export async function saveDraft(
  world: World,
  { key, data, photos = [], revision, unqueued }: DraftSave,
): Promise<{ saved: Draft } | { newer: Draft }> {
  const { user, name } = signedInUser(world)
  const writer = world.uuid()
  const content: Json = JSON.parse(JSON.stringify(data))
  return world.store.transaction('rw', async (tx) => {
    const current = await tx.get('drafts', [user, key])
    if (current?.writer === writer) return { saved: current }
    if (current && current.revision !== revision) return { newer: current }
    const hashes = await storePhotos(tx, world, user, photos)
    const version = world.schema.version
    const savedAt = world.clock.wall()
    const saved: Draft = { user, key, data: content, photos: hashes, revision: revision + 1, writer, schema: version, savedAt }
    await tx.put('drafts', saved)
    await keepUnqueued(tx, { user, key }, unqueued === undefined ? undefined : { userName: name, title: unqueued, since: savedAt })
    return { saved }
  })
}

/** The draft of the person at the device, if there is one. */
export function loadDraft(world: World, key: string): Promise<Draft | undefined> {
  const { user } = signedInUser(world)
  return world.store.transaction('r', async (tx) => tx.get('drafts', [user, key]))
}

/** Drafts of the person at the device, newest first. */
export async function listDrafts(world: World): Promise<Draft[]> {
  const { user } = signedInUser(world)
  const drafts = await world.store.transaction('r', async (tx) => tx.find('drafts', { user }))
  return drafts.sort((a, b) => b.savedAt - a.savedAt)
}

/** Deletes a draft (the screen has asked). False if another tab has changed it since `revision`. */
export async function discardDraft(world: World, key: string, revision: number): Promise<boolean> {
  const { user } = signedInUser(world)
  return world.store.transaction('rw', async (tx) => {
    const current = await tx.get('drafts', [user, key])
    if (current && current.revision !== revision) return false
    await tx.delete('drafts', [user, key])
    await keepUnqueued(tx, { user, key }, undefined)
    return true
  })
}
