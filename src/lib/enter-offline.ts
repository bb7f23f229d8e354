import { type KnownPerson, knownPeople, type Profile, readDevice } from './device.ts'
import { isShared } from './lock.ts'
import { checkPasswordOffline, emailHash, mayReturn } from './offline-sign-in.ts'
import { startLocal } from './session.ts'

const STAYS = 'Il lavoro salvato resta su questo dispositivo.'
const REFUSED = {
  unknown: 'Senza rete può entrare solo chi ha già fatto l’accesso su questo dispositivo di recente. Riprova quando torna il segnale.',
  wrong: 'Email o password non corretti.',
  closed: `Troppi tentativi: senza rete non si può più entrare. Riprova quando torna il segnale. ${STAYS}`,
}

/** The stored person for whom `is` holds, if that person may still sign in offline. */
export async function mayEnterOffline(is: (known: KnownPerson) => boolean | Promise<boolean>): Promise<KnownPerson | undefined> {
  const all = await knownPeople()
  const fitting = await Promise.all(all.map(is))
  const known = all[fitting.indexOf(true)]
  return known && mayReturn(known, isShared((await readDevice()).own)) ? known : undefined
}
/** Signs a person in offline, to their own data on this device; or gives the text of the refusal. */
export async function enterOffline(email: string, password: string): Promise<Profile | string> {
  const known = await mayEnterOffline(async ({ check, address }) => address === (await emailHash(check, email)))
  const outcome = known ? await checkPasswordOffline(known.user, password) : 'unknown'
  if (!known || typeof outcome === 'string') return REFUSED[known ? (outcome as keyof typeof REFUSED) : 'unknown']
  const profile = { ...known.profile, email: email.trim().toLowerCase() }
  await startLocal({ ...known, profile }, outcome.key)
  return profile
}
