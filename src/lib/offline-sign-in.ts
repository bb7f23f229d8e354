import { countTry, forgetPerson, keepPerson, knownPeople, type Profile } from './device.ts'
import type { DeviceKey } from './device-key.ts'
import { checkFor, openedBy, type PasswordCheck } from './password-check.ts'
import { onSessionEnd, session } from './session.ts'
import { sha256 } from './sha256.ts'

/** Wrong passwords without a network before the server must be asked. */
const TRIES = 5

/**
 * Stores what a later offline sign-in is checked against. Deleted when the server says the sign-in is no longer good, or `MAY_RETURN_MS`
 * after its last confirmation. Returns the keys that open what the person wrote on this device, the given one first; undefined where neither server nor
 * device has one.
 */
export async function rememberForOffline(profile: Profile, password: string, key: DeviceKey | undefined): Promise<DeviceKey | undefined> {
  if (!crypto.subtle) return key
  const before = (await knownPeople()).find(({ user }) => user === profile.id)?.check
  const { keys, ...check } = await checkFor(password, key, before)
  const address = await emailHash(check, profile.email)
  await keepPerson({ user: profile.id, profile, check, address, tries: 0, confirmed: Date.now() })
  return keys
}
/** Salted hash by which an e-mail is recognised. */
export const emailHash = ({ salt }: PasswordCheck, email: string) =>
  sha256(new TextEncoder().encode(`${salt} ${email.trim().toLowerCase()}`).buffer)
/**
 * Checks a password without a network. Gives the device key it opens (none where an older version kept the person), or: `unknown`, nothing is
 * stored for this person; `closed`, five tries were wrong, and only the server can decide.
 */
export async function checkPasswordOffline(user: number, password: string): Promise<{ key?: DeviceKey } | 'wrong' | 'unknown' | 'closed'> {
  // The try is counted before the check, so that closing the page in between gains no extra try.
  const known = await countTry(user)
  if (!known) return 'unknown'
  if (known.tries > TRIES) return 'closed'
  const opened = await openedBy(known.check, password)
  if (!opened) return known.tries === TRIES ? 'closed' : 'wrong'
  await countTry(user, true)
  return opened
}

const DAY_MS = 86_400_000
/** How long after the server's last confirmation a person may sign in offline, on a shared device and on one's own (decision 019). */
export const MAY_RETURN_MS = { shared: DAY_MS, own: 7 * DAY_MS }
export const mayReturn = ({ confirmed }: { confirmed: number }, several: boolean) =>
  Date.now() - confirmed < (several ? MAY_RETURN_MS.shared : MAY_RETURN_MS.own)
/** Deletes the people whose time for an offline sign-in is over. */
export async function forgetExpired(): Promise<void> {
  for (const known of await knownPeople()) if (!mayReturn(known, false)) await forgetPerson(known.user)
}

// If the server ends a session (changed password, closed account), offline sign-in ends with it.
onSessionEnd.add((reason) => {
  const { user } = session.get()
  return reason === 'expired' && user ? forgetPerson(user.id) : undefined
})
