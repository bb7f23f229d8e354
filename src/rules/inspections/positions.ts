import type { Position } from '../../contract/inspections/answers.ts'
import { romeClock } from '../shared/italian.ts'
import { positionText } from './print-answer.ts'

/** A position that was taken later than this was not taken at the start: the device may have refused it then. */
const AT_START_MS = 5 * 60_000
interface Positions {
  /** ISO, UTC. */
  started_at: string | null
  gps_start: Position | null
  gps_end: Position | null
}
/** Where a verifica was filled in, as label and text; null where nothing is to be told. The office reads the initial position as a proof of presence. */
export function positionFacts({ started_at, gps_start: first, gps_end: last }: Positions): [label: string, text: string | null][] {
  const late = first?.at && started_at && Date.parse(first.at) - Date.parse(started_at) > AT_START_MS
  return [
    [last || late ? 'Posizione iniziale' : 'Posizione', first && !late ? positionText(first) : null],
    ...(late ? [[`Posizione alle ${romeClock(first.at!).time}`, positionText(first)] as [string, string]] : []),
    ['Posizione finale', last && positionText(last)],
  ]
}
