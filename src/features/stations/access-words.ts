import type { AccessLevel, StationViewer } from '../../contract/stations/acl.ts'
import { type Access, type AccessReason, accessOf } from '../../rules/stations/access.ts'

const blind: Access = { sees: false, writes: false, reasons: [] }
/** The parts of the station a person sees; a disabled person sees nothing. */
export const sightNow = (person: StationViewer): Access => (person.enabled ? accessOf(person, person) : blind)

const reasons: Record<AccessReason, string> = {
  all: 'vede tutti i punti vendita',
  area: 'è responsabile di zona',
  listed: 'è in questo elenco',
}
/** Why a person sees the station, or why not. */
export function reasonWords(person: StationViewer): string {
  if (!person.enabled) return 'Account disabilitato: non lo vede'
  const { sees, reasons: why } = accessOf(person, person)
  if (!sees) return 'Non ha un ruolo che apra i punti vendita: non lo vede'
  const words = why.map((reason) => reasons[reason]).join(', ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** The effect of another access on a person, in one sentence. */
export function changeWords(person: StationViewer, level: AccessLevel | null): string {
  const after = { ...person, level }
  const [was, is] = [sightNow(person), sightNow(after)]
  const { name } = person
  if (!is.sees)
    return was.sees ? `${name} non vedrà più questo punto vendita.` : `${name} non vedrà questo punto vendita: ${whyNot(after)}.`
  if (!was.sees) return `${name} vedrà questo punto vendita${is.writes ? ' e potrà modificarlo' : ', senza modificarlo'}.`
  if (was.writes !== is.writes) return `${name} ${is.writes ? 'potrà modificare' : 'non potrà più modificare'} questo punto vendita.`
  return `Per ${name} non cambia nulla: ${is.reasons.map((reason) => reasons[reason]).join(', ')}.`
}
const whyNot = ({ enabled, level }: StationViewer) =>
  enabled ? (level ? 'non ha un ruolo che apra i punti vendita' : 'nessuno glielo ha assegnato') : 'l’account è disabilitato'
