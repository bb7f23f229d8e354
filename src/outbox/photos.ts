import { sha256 } from '../lib/sha256.ts'
import type { Json, NewPhoto } from './types.ts'

/** A photo ready for `put` or `saveDraft`. Its hash is its name everywhere, so the form can use it at once. */
export async function preparePhoto(bytes: ArrayBuffer, type: string, meta: Json = null): Promise<NewPhoto> {
  return { hash: await sha256(bytes), bytes, type, meta }
}
