import { addDays, italianDay } from '../shared/italian.ts'
import { dayOf, romeWall } from '../stations/open-now.ts'
import { COMMUNICATION_DAYS, clockOf } from './guards.ts'

const dayIn = (instant: string) => dayOf(romeWall(Date.parse(instant)))
/** Whole days in Rome from one instant to another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(dayIn(to)) - Date.parse(dayIn(from))) / 86_400_000)
/** 0 -> "oggi", 1 -> "ieri", 5 -> "5 giorni fa" */
export const daysAgo = (days: number) => (days === 0 ? 'oggi' : days === 1 ? 'ieri' : `${days} giorni fa`)

/** How the duty to communicate prices to the ministry stands (D.M. 31-03-2023), counted from the last change: in one word and in a sentence. */
export function communicationOf(changed: string | null, now: string) {
  if (!changed) return { clock: 'never' as const, state: 'Nessun prezzo', sentence: 'Nessun prezzo in vigore.' }
  const days = daysBetween(changed, now)
  const clock = clockOf(days)
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
