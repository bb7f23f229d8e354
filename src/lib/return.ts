import { deviceHere, type Known, knownHere, type Profile } from './device.ts'
import { addressed, compareHere, mayReturn } from './known.ts'
import { isShared } from './lock.ts'
import { startLocal } from './session.ts'

const STAYS = 'Il lavoro salvato resta su questo dispositivo.'
const REFUSED = {
  unknown: 'Senza rete può entrare solo chi ha già fatto l’accesso su questo dispositivo di recente. Riprova quando torna il segnale.',
  wrong: 'Email o password non corretti.',
  closed: `Troppi tentativi: senza rete non si può più entrare. Riprova quando torna il segnale. ${STAYS}`,
}

/** The person of whom `is` is true, where they would come in again here without a network. */
export async function mayEnterHere(is: (known: Known) => boolean | Promise<boolean>): Promise<Known | undefined> {
  const all = await knownHere()
  const fitting = await Promise.all(all.map(is))
  const known = all[fitting.indexOf(true)]
  return known && mayReturn(known, isShared((await deviceHere()).own, known.profile)) ? known : undefined
}
/** Lets a person known to this device in without a network, to what is theirs here and nothing else; or gives the sentence of a refusal. */
export async function enterHere(email: string, password: string): Promise<Profile | string> {
  const known = await mayEnterHere(async ({ check, address }) => address === (await addressed(check, email)))
  const outcome = known ? await compareHere(known.user, password) : 'unknown'
  if (!known || outcome !== 'fits') return REFUSED[outcome as keyof typeof REFUSED]
  const profile = { ...known.profile, email: email.trim().toLowerCase() }
  await startLocal({ ...known, profile })
  return profile
}
