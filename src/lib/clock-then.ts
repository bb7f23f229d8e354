import { lastContact, TOLERATED_MS } from './clock.ts'

/** The last moment of which the true time is known, and what this device's clock said then, in milliseconds. */
type Contact = readonly [truth: number, here: number]

const KEPT = 'piazzale-clock'

function contactOf(): Contact | undefined {
  if (lastContact.truth) return [lastContact.truth, lastContact.here]
  const [truth = Number.NaN, here = Number.NaN] = (localStorage.getItem(KEPT) ?? '').split(' ').map(Number)
  return truth > 0 && Number.isFinite(here) ? [truth, here] : undefined
}
/** Keeps the last contact for the next start of the app. */
export function keepContact() {
  const contact = contactOf()
  try {
    if (contact) localStorage.setItem(KEPT, contact.join(' '))
  } catch {
    // A full device keeps the one before.
  }
}
/**
 * How far this device's clock was behind (negative: ahead) when it said `here`, in milliseconds; 0 if it was right, undefined if there was
 * no contact yet. After the last contact the clock ran on as it was, or was put right: the one that took less time is believed. A time
 * that neither explains is `impossible`: the clock has gone wrong since.
 */
export function clockBehindAt(here: number): number | 'impossible' | undefined {
  const contact = contactOf()
  if (!contact) return undefined
  const [truth, then] = contact
  const behind = Math.abs(truth - then) < TOLERATED_MS ? 0 : truth - then
  const cases = [
    { since: then, behind },
    { since: truth, behind: 0 },
  ].sort((one, other) => other.since - one.since)
  return cases.find(({ since }) => here >= since - TOLERATED_MS)?.behind ?? 'impossible'
}
/** Seconds, as a verifica carries them; undefined if not known. */
export function clockBehindSeconds(here: number): number | undefined {
  const behind = clockBehindAt(here)
  return typeof behind === 'number' ? Math.round(behind / 1_000) : undefined
}
/** ISO instant of the last contact. */
export const lastContactAt = () => {
  const contact = contactOf()
  return contact && new Date(contact[0]).toISOString()
}
/**
 * A person has said what time it is, because the clock is impossible.
 * @returns what is wrong with it
 */
export function setTrueTime(truth: number): string | undefined {
  const contact = contactOf()
  if (contact && truth < contact[0] - TOLERATED_MS) return 'È prima dell’ultimo collegamento.'
  Object.assign(lastContact, { truth, here: Date.now() })
  keepContact()
}
