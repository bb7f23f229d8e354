import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { turns } from './turns.ts'

// OWASP: argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { algorithm: 2 satisfies Algorithm.Argon2id as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string) => hash(password.normalize('NFC'), cost)

/** The hash of a random password: with it an unknown address costs the same time as a known one. */
const decoy = hashPassword(crypto.randomUUID())
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await decoy), password.normalize('NFC'))
  return right && !!stored
}

/**
 * Passwords are verified and hashed here and there is no transaction open meanwhile: two at once, or a flood of guesses would take every core and the
 * 19 MiB of each. With so few at once, tries under way cannot be enough to slow down the right password of somebody who signs in beside them.
 */
export const passwordTurn = turns(2, 32, 256)
