import { type Algorithm, hash, verify } from '@node-rs/argon2'

// OWASP: argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { algorithm: 2 satisfies Algorithm.Argon2id as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string) => hash(password.normalize('NFC'), cost)

/** A hash of nothing anybody knows: an unknown address costs the same time as a known one. */
const decoy = hashPassword(crypto.randomUUID())
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await decoy), password.normalize('NFC'))
  return right && !!stored
}
