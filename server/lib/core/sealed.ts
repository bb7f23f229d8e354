import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from './db.ts'
import { installationSecret } from './installation-secret.ts'

const KEY = 'sealed_text_key'
const IV = 12
const TAG = 16
/** A text encrypted with a key of this installation (AES-256-GCM), for what must rest in the database for a while and is read by nobody there. */
export async function sealText(db: Db, text: string): Promise<string> {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', await installationSecret(db, KEY), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}
/** The text that was sealed. @throws Error if it was sealed elsewhere, or altered */
export async function openText(db: Db, sealed: string): Promise<string> {
  const all = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await installationSecret(db, KEY), all.subarray(0, IV))
  decipher.setAuthTag(all.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(all.subarray(IV + TAG)), decipher.final()]).toString('utf8')
}
