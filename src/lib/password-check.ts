/** A salted hash to check a password against, made slow to guess (PBKDF2). */
export interface PasswordCheck {
  salt: string
  /** Hexadecimal. */
  hash: string
}
const ITERATIONS = 600_000
const bytes = (text: string) => new TextEncoder().encode(text)

async function derive(password: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: ITERATIONS }, key, 256)
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
export async function checkFor(password: string): Promise<PasswordCheck> {
  const salt = crypto.randomUUID()
  return { salt, hash: await derive(password, salt) }
}
export const fits = async ({ salt, hash }: PasswordCheck, password: string): Promise<boolean> => (await derive(password, salt)) === hash
