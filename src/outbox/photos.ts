import type { Json, NewPhoto } from './types.ts'

/** SHA-256 of `bytes`, lower-case hex. */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A photo ready for `put` or `saveDraft`: its hash is its name everywhere, so the form can put it in the answers at once. */
export async function preparePhoto(bytes: ArrayBuffer, type: string, meta: Json = null): Promise<NewPhoto> {
  return { hash: await sha256(bytes), bytes, type, meta }
}
