import { lazy } from 'react'
import type { PolicyName } from '../../contract/policies.ts'
import type { Station } from '../../contract/stations.ts'
import type { Tabbed } from '../../crud/RecordTabs.tsx'

// Each is fetched when it is opened.
const Equipment = lazy(() => import('./tabs/Equipment.tsx').then((m) => ({ default: m.Equipment })))
const Inspections = lazy(() => import('./tabs/Inspections.tsx').then((m) => ({ default: m.Inspections })))
const Notes = lazy(() => import('./tabs/Notes.tsx').then((m) => ({ default: m.Notes })))

/** The parts of a station that a person may see, by name in the address. `opened`: the note to be corrected. */
export function stationTabs(station: Station, can: (policy: PolicyName) => boolean, opened: string | undefined): Tabbed {
  const { id, code, name } = station
  return {
    ...(can('equip.read') && { attrezzature: { label: 'Attrezzature', show: <Equipment id={id} /> } }),
    ...(can('insp.read') && { verifiche: { label: 'Verifiche', show: <Inspections id={id} /> } }),
    appunti: { label: 'Appunti', show: <Notes id={id} opened={opened} place={`${code} ${name}`} /> },
  }
}
