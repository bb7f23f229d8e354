import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../lib/core/db.ts'
import { installationSecret } from '../../lib/core/installation-secret.ts'

const KEY = 'card_pin_key'
const DIGITS = 5
/** A new random PIN, encrypted with the installation's key for this card: on another card's row it does not decrypt. */
export async function newPin(db: Db, number: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await installationSecret(db, KEY), iv).setAAD(Buffer.from(number))
  const pin = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const sealed = Buffer.concat([cipher.update(pin, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}
/** The PIN for its printed envelope, which is the only place it leaves the server for. */
export async function openPin(db: Db, { number, pin }: { number: string; pin: string }): Promise<string> {
  const all = Buffer.from(pin, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await installationSecret(db, KEY), all.subarray(0, 12)).setAAD(Buffer.from(number))
  decipher.setAuthTag(all.subarray(12, 28))
  return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')
}
