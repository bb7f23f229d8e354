import { today } from '../../lib/format.ts'
import { romeInstant } from '../../rules/stations/open-now.ts'
import type { ValidFrom } from './price-draft.ts'

/** The instant (ISO 8601) from which prices hold, nothing for "now", or the reason the entry is invalid. */
export function validFromInstant(from: ValidFrom | undefined): { at?: string } | { wrong: string } {
  if (!from) return {}
  const { day, time } = from
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return { wrong: 'Indica il giorno da cui valgono i prezzi.' }
  if (!time || !/^\d\d:\d\d$/.test(time)) return { wrong: 'Indica l’ora da cui valgono i prezzi.' }
  const at = romeInstant(Date.parse(`${day}T${time}:00Z`))
  if (at < Date.now()) return { wrong: day < today() ? 'Il giorno è già passato.' : 'L’ora è già passata.' }
  return { at: new Date(at).toISOString() }
}
