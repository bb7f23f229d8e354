import { deviceHere, type Known, knownHere, type Profile } from './device.ts'
import { compareHere, mayReturn } from './known.ts'
import { isShared } from './lock.ts'
import { startLocal } from './session.ts'

const STAYS = 'Il lavoro salvato resta su questo dispositivo.'
const REFUSED = {
  unknown: 'Senza rete può entrare solo chi ha già fatto l’accesso su questo dispositivo di recente. Riprova quando torna il segnale.',
  wrong: 'Email o password non corretti.',
  closed: `Troppi tentativi: senza rete non si può più entrare. Riprova quando torna il segnale. ${STAYS}`,
}

/** The person of whom `is` is true, where they would come in again here without a network. */
export async function mayEnterHere(is: (profile: Profile) => boolean): Promise<Known | undefined> {
  const known = (await knownHere()).find(({ profile }) => is(profile))
  return known && mayReturn(known, isShared((await deviceHere()).own, known.profile)) ? known : undefined
}
/** Lets a person known to this device in without a network, to what is theirs here and nothing else; or gives the sentence of a refusal. */
export async function enterHere(email: string, password: string): Promise<Profile | string> {
  const name = email.trim().toLowerCase()
  const known = await mayEnterHere((profile) => profile.email.toLowerCase() === name)
  const outcome = known ? await compareHere(known.user, password) : 'unknown'
  if (!known || outcome !== 'fits') return REFUSED[outcome as keyof typeof REFUSED]
  await startLocal(known)
  return known.profile
}
