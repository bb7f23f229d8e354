import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** Beginning of sealed bytes; then 12 bytes of nonce, 16 of authentication tag, and the ciphertext. */
const MARK = Buffer.from('PZS1')
const NONCE = 12
const TAG = 16

/**
 * The key of sealed files, 32 bytes as base64: `given` by the environment, else read from the file `place`, which is made at first use. It is kept outside of the
 * database and of the folder of files, so that neither a dump nor a copy of the files can be read without it.
 * @throws if the key is not 32 bytes
 */
export function sealingKey(place: string, given: string | undefined): Buffer {
  const text = given ?? held(place)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new Error(`The key of sealed files (${given ? 'FILES_KEY' : place}) is not 32 bytes as base64.`)
  return key
}
function held(place: string): string {
  try {
    // Fails if another process has just made it, which then is the one to be read.
    fs.writeFileSync(place, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(place, 'utf8')
}

/** Bytes encrypted (AES-256-GCM) and bound to the name they are stored under, so that one file cannot be put in the place of another. */
export function seal(uuid: string, bytes: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(uuid))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([MARK, nonce, cipher.getAuthTag(), sealed])
}
/** @throws if the bytes are not sealed, were changed, or belong to another name */
export function unseal(uuid: string, stored: Buffer, key: Buffer): Buffer {
  if (!stored.subarray(0, MARK.length).equals(MARK)) throw new Error(`file ${uuid} is not sealed`)
  const from = MARK.length + NONCE
  const opened = createDecipheriv('aes-256-gcm', key, stored.subarray(MARK.length, from)).setAAD(Buffer.from(uuid))
  opened.setAuthTag(stored.subarray(from, from + TAG))
  return Buffer.concat([opened.update(stored.subarray(from + TAG)), opened.final()])
}
