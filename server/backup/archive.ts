import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import fs from 'node:fs/promises'
import { StartupError } from '../startup-problem.ts'

/** Beginning of the file; then the salt, then sealed chunks: 4 bytes of length (the highest bit marks the last chunk), the ciphertext, the tag. */
const MAGIC = Buffer.from('PIAZZALE-COPIA-1\n')
const SALT = 16
const TAG = 16
const CHUNK = 1024 * 1024
const LAST = 0x80000000
/** OWASP's figure for scrypt: 128 MiB and half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
export const LEAST_PASSPHRASE = 12

let known: { of: string; key: Buffer } | undefined
/** The key of a passphrase. The last one is remembered, because a file is read twice: to verify it, and to restore it. */
async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const of = `${salt.toString('hex')} ${passphrase}`
  if (known?.of === of) return known.key
  const key = await new Promise<Buffer>((done, failed) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, COST, (error, made) => (error ? failed(error) : done(made))),
  )
  known = { of, key }
  return key
}
/** The key belongs to one file alone, so the place of a chunk is nonce enough: chunks cannot be swapped, and the last one is known as such. */
function nonceOf(at: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(at, 6, 6)
  return nonce
}
function lengthOf(size: number, last: boolean): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(last ? size + LAST : size)
  return head
}
function sealed(key: Buffer, text: Buffer, at: number, last: boolean): Buffer {
  const head = lengthOf(text.length, last)
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(at)).setAAD(head)
  return Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** The bytes encrypted with a passphrase (scrypt, AES-256-GCM in chunks that are authenticated each), as they come. */
export async function* seal(parts: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const key = await keyOf(passphrase, salt)
  yield Buffer.concat([MAGIC, salt])
  let waiting: Buffer[] = []
  let size = 0
  let at = 0
  for await (const part of parts) {
    waiting.push(part)
    size += part.length
    if (size < CHUNK) continue
    const whole = Buffer.concat(waiting)
    let from = 0
    for (; whole.length - from >= CHUNK; from += CHUNK) yield sealed(key, whole.subarray(from, from + CHUNK), at++, false)
    waiting = [whole.subarray(from)]
    size = whole.length - from
  }
  yield sealed(key, Buffer.concat(waiting), at, true)
}

const ALTERED = 'La copia di sicurezza è incompleta o alterata: non è stato ripristinato nulla.'
/** The bytes of an encrypted file, chunk by chunk. @throws StartupError if it is none of ours, the passphrase is another, or anything in it was changed or is missing */
export async function* open(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const handle = await fs.open(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`La copia di sicurezza "${file}" non si può leggere (${error.code}).`)
  })
  const read = async (size: number) => {
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await handle.read(bytes, 0, size, null)
    return bytes.subarray(0, bytesRead)
  }
  try {
    const start = await read(MAGIC.length + SALT)
    if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw new StartupError(`"${file}" non è una copia di sicurezza di Piazzale.`)
    if (start.length < MAGIC.length + SALT) throw new StartupError(ALTERED)
    const key = await keyOf(passphrase, start.subarray(MAGIC.length))
    for (let at = 0, last = false; !last; at++) {
      const head = await read(4)
      const said = head.length === 4 ? head.readUInt32BE() : CHUNK + 1
      last = said >= LAST
      const size = said % LAST
      if (size > CHUNK) throw new StartupError(ALTERED)
      const bytes = await read(size + TAG)
      if (bytes.length < size + TAG) throw new StartupError(ALTERED)
      const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(at), { authTagLength: TAG }).setAAD(head)
      cipher.setAuthTag(bytes.subarray(size))
      const text = cipher.update(bytes.subarray(0, size))
      try {
        cipher.final()
      } catch {
        throw new StartupError(
          at ? ALTERED : 'La passphrase non è quella della copia di sicurezza, oppure il file è alterato: non è stato ripristinato nulla.',
        )
      }
      yield text
    }
    if ((await read(1)).length) throw new StartupError(ALTERED)
  } finally {
    await handle.close()
  }
}
