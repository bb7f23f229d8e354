import { addDays, italianDay } from '../shared/italian.ts'
import { dayOf, romeWallClock } from '../stations/open-now.ts'
import { COMMUNICATION_DAYS, communicationState } from './price-checks.ts'

const dayIn = (instant: string) => dayOf(romeWallClock(Date.parse(instant)))
/** Whole days in Rome from one instant to another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(dayIn(to)) - Date.parse(dayIn(from))) / 86_400_000)
/** 0 -> "oggi", 1 -> "ieri", 5 -> "5 giorni fa" */
export const daysAgo = (days: number) => (days === 0 ? 'oggi' : days === 1 ? 'ieri' : `${days} giorni fa`)

/**
 * State of the duty to communicate prices to the ministry (D.M. 31-03-2023), counted from the last change. Both instants are ISO 8601.
 * Gives the state as a key, as a label and as a sentence.
 */
export function communicationOf(changed: string | null, now: string) {
  if (!changed) return { clock: 'never' as const, state: 'Nessun prezzo', sentence: 'Nessun prezzo in vigore.' }
  const days = daysBetween(changed, now)
  const clock = communicationState(days)
  const due = italianDay(addDays(dayIn(changed), COMMUNICATION_DAYS))
  const last = `Ultima variazione ${daysAgo(days)}`
  if (clock === 'late')
    return { clock, state: 'Da rinnovare', sentence: `${last}: la comunicazione al MIMIT andava rinnovata entro il ${due}.` }
  return {
    clock,
    state: clock === 'soon' ? 'In scadenza' : 'Aggiornati',
    sentence: `${last}: la comunicazione al MIMIT va rinnovata entro il ${due}.`,
  }
}
