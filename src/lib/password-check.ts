import { sha256 } from './sha256.ts'

/** A salted hash to check a password against, made slow to guess (PBKDF2). */
export interface PasswordCheck {
  salt: string
  /** Hexadecimal. Of the derived bits themselves in what an older version kept, else of their SHA-256, so that it opens nothing. */
  hash: string
  /** The person's device key, which the password alone opens (AES-256-GCM with the derived bits); absent in what an older version kept. */
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

/** @param key the device key that the password is to open without a network */
export async function checkFor(password: string, key: Uint8Array<ArrayBuffer>): Promise<PasswordCheck> {
  const salt = crypto.randomUUID()
  const bits = await derive(password, salt)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aes(bits, 'encrypt'), key)
  return { salt, hash: await sha256(bits), key: { iv, wrapped } }
}
/** Undefined for a wrong password; else the device key it opens, if any is kept with it. */
export async function openedBy(
  { salt, hash, key }: PasswordCheck,
  password: string,
): Promise<{ key?: Uint8Array<ArrayBuffer> } | undefined> {
  const bits = await derive(password, salt)
  if (!key) return hex(bits) === hash ? {} : undefined
  if ((await sha256(bits)) !== hash) return undefined
  return { key: new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: key.iv }, await aes(bits, 'decrypt'), key.wrapped)) }
}
