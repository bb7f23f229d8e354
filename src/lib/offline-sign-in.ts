import { countTry, forgetPerson, keepPerson, knownPeople, type Profile } from './device.ts'
import { checkFor, fits, type PasswordCheck } from './password-check.ts'
import { onSessionEnd, session } from './session.ts'
import { sha256 } from './sha256.ts'

/** Wrong passwords without a network before the server must be asked (decision 008). */
const TRIES = 5

/** Kept until the server says that this sign-in is no longer good, and no longer than `MAY_RETURN_MS` after its last word. */
export async function rememberForOffline(profile: Profile, password: string): Promise<void> {
  if (!crypto.subtle) return
  const check = await checkFor(password)
  const address = await emailHash(check, profile.email)
  await keepPerson({ user: profile.id, profile, check, address, tries: 0, confirmed: Date.now() })
}
/** What an e-mail is recognised by. */
export const emailHash = ({ salt }: PasswordCheck, email: string) =>
  sha256(new TextEncoder().encode(`${salt} ${email.trim().toLowerCase()}`).buffer)
/** Compares a password without a network. `unknown`: there is nothing to compare with; `closed`: five were wrong, and only the server can tell. */
export async function checkPasswordOffline(user: number, password: string): Promise<'fits' | 'wrong' | 'unknown' | 'closed'> {
  // Counted before it is looked at: closing the page in between gives no other try.
  const known = await countTry(user)
  if (!known) return 'unknown'
  if (known.tries > TRIES) return 'closed'
  if (!(await fits(known.check, password))) return known.tries === TRIES ? 'closed' : 'wrong'
  await countTry(user, true)
  return 'fits'
}

const DAY_MS = 86_400_000
/** How long after the server's last word a person comes in again without it, on a device of several people and on one's own (decision 019). */
export const MAY_RETURN_MS = { shared: DAY_MS, own: 7 * DAY_MS }
export const mayReturn = ({ confirmed }: { confirmed: number }, several: boolean) =>
  Date.now() - confirmed < (several ? MAY_RETURN_MS.shared : MAY_RETURN_MS.own)
/** Those whose time is over are no longer known here. */
export async function forgetExpired(): Promise<void> {
  for (const known of await knownPeople()) if (!mayReturn(known, false)) await forgetPerson(known.user)
}

// A password changed, an account closed: the server's no counts here too.
onSessionEnd.add((reason) => {
  const { user } = session.get()
  return reason === 'expired' && user ? forgetPerson(user.id) : undefined
})
