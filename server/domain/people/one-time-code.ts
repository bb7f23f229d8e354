import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648), as authenticator apps take a secret; the number of bytes is a multiple of five. */
export const base32 = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{5}/g, (five) => DIGITS[Number.parseInt(five, 2)]!)
/** The bytes of a text in base32. */
export const fromBase32 = (text: string): Buffer =>
  Buffer.from(
    [...text]
      .map((digit) => DIGITS.indexOf(digit).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )

/** The code of six digits for a step of thirty seconds (RFC 6238 with SHA-1, the only one that all authenticator apps know). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)
/** The step that a code belongs to, at most one before or after the present, because clocks differ; undefined for a wrong one. */
export const stepOf = (secret: Buffer, code: string, now: Date): number | undefined =>
  [0, -1, 1].map((apart) => stepAt(now) + apart).find((step) => codeAt(secret, step) === code)
