import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { workQueue } from './work-queue.ts'

// OWASP: argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { algorithm: 2 satisfies Algorithm.Argon2id as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two at once: more would take every core, and 19 MiB each. */
const onCores = workQueue(2, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
export const hashPassword = (password: string) => onCores('', () => hash(password.normalize('NFC'), cost))

/** The hash of a random password: an unknown address takes the same time as a known one. */
const decoy = hashPassword(crypto.randomUUID())
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await decoy)
  const right = await onCores('', () => verify(known, password.normalize('NFC')))
  return right && !!stored
}

/**
 * Tries of a password, from what is looked up before it to what is noted after it; there is no transaction open while it is verified. Four at once, so that
 * the cores verify while the database is asked; with so few, tries under way cannot be enough to slow down the right password of somebody who signs in beside them.
 */
export const passwordTurn = workQueue(4, 32, 256)
