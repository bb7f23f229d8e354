import type { ReactNode } from 'react'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import { clockWas } from '../../lib/format.ts'
import { positionFacts } from '../../rules/inspections/positions.ts'
import { duration } from '../../rules/shared/italian.ts'

/** Why the start is not the one that the device noted. */
function clockWords({ clock_moved_s: seconds, started_at, created_at }: Inspection) {
  if (seconds === null) return null
  // The start was later than the arrival, or in 1970, and is not known.
  const start = started_at === created_at ? 'l’inizio non è noto, e vale l’ora di arrivo' : 'l’inizio è stato corretto'
  return `Era ${clockWas(seconds)}: ${start}.`
}

/** The two boxes at the head of the verbale (docs/spec/inspections.md#pdf): persons, place, duration. An unknown value is not shown as empty. */
export function ReadFacts({ inspection }: { inspection: Inspection }) {
  const { station_snapshot: at, manager, present, duration_s, started_at } = inspection
  if (!started_at) return null
  const facts: [string, ReactNode][] = [
    ['Indirizzo', at && `${at.address ?? ''}, ${at.cap ?? ''} ${at.city ?? ''} (${at.province ?? ''})`],
    ['Gestore', manager ?? 'Non indicato'],
    ['Presente', present ?? '–'],
    ...positionFacts(inspection).map(([label, text], at): [string, ReactNode] => [label, text ?? (at === 0 && 'Non rilevata')]),
    ['Orologio del dispositivo', clockWords(inspection)],
    ['Durata', duration_s !== null && duration(duration_s)],
  ]
  return (
    <dl className="answers">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
