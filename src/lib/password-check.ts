import { type DeviceKey, withEarlier } from './device-key.ts'
import { sha256 } from './sha256.ts'

/** A salted hash to check a password against, made slow to guess (PBKDF2). */
export interface PasswordCheck {
  salt: string
  /** Hexadecimal: the derived bits themselves in what an older version kept, else their SHA-256, so that it opens nothing. */
  hash: string
  /** The person's device key, which the password alone opens (AES-256-GCM with the derived bits); absent in what an older version kept, or where a server gave none. */
  key?: { iv: Uint8Array<ArrayBuffer>; wrapped: ArrayBuffer }
}
const ITERATIONS = 600_000
const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (of: ArrayBuffer) => Array.from(new Uint8Array(of), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function derive(password: string, salt: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: ITERATIONS }, key, 256)
}
const aes = (bits: ArrayBuffer, use: 'encrypt' | 'decrypt') => crypto.subtle.importKey('raw', bits, 'AES-GCM', false, [use])

const unwrap = async ({ iv, wrapped }: NonNullable<PasswordCheck['key']>, bits: ArrayBuffer): Promise<DeviceKey> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await aes(bits, 'decrypt'), wrapped))

/**
 * @param key the device key that the password is to open without a network, if the server gave one
 * @param before the check that this one replaces: the keys it opens with the same password stay behind the new one
 */
export async function checkFor(
  password: string,
  key: DeviceKey | undefined,
  before?: PasswordCheck,
): Promise<PasswordCheck & { keys: DeviceKey | undefined }> {
  // With the same salt the slow hash need be made once only.
  const salt = before?.salt ?? crypto.randomUUID()
  const bits = await derive(password, salt)
  const hash = await sha256(bits)
  const keys = withEarlier(key, before?.key && before.hash === hash ? await unwrap(before.key, bits) : undefined)
  if (!keys) return { salt, hash, keys }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aes(bits, 'encrypt'), keys)
  return { salt, hash, key: { iv, wrapped }, keys }
}
/** Undefined for a wrong password; else the device key it opens, if any is kept with it. */
export async function openedBy({ salt, hash, key }: PasswordCheck, password: string): Promise<{ key?: DeviceKey } | undefined> {
  const bits = await derive(password, salt)
  if ((await sha256(bits)) === hash) return key ? { key: await unwrap(key, bits) } : {}
  return !key && hex(bits) === hash ? {} : undefined
}
