import type { PolicyName } from '../../contract/policies.ts'
import type { Station } from '../../contract/stations.ts'
import type { Tabbed } from '../../crud/RecordTabs.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { General } from './tabs/General.tsx'

const loading = <LoadingRows />
// Each but the first is fetched when it is opened.
const Contacts = part(() => import('./tabs/Contacts.tsx').then((m) => m.Contacts), loading)
const Fuels = part(() => import('./tabs/Fuels.tsx').then((m) => m.Fuels), loading)
const Equipment = part(() => import('./tabs/Equipment.tsx').then((m) => m.Equipment), loading)
const Services = part(() => import('./tabs/Services.tsx').then((m) => m.Services), loading)
const Networks = part(() => import('./tabs/Networks.tsx').then((m) => m.Networks), loading)
const Bills = part(() => import('./tabs/Bills.tsx').then((m) => m.Bills), loading)
const Inspections = part(() => import('./tabs/Inspections.tsx').then((m) => m.Inspections), loading)
const Expirations = part(() => import('./tabs/Expirations.tsx').then((m) => m.Expirations), loading)
const Files = part(() => import('./tabs/Files.tsx').then((m) => m.Files), loading)
const Notes = part(() => import('./tabs/Notes.tsx').then((m) => m.Notes), loading)
const StationAccess = part(() => import('./StationAccess.tsx').then((m) => m.StationAccess), loading)
const Changes = part(() => import('./tabs/Changes.tsx').then((m) => m.Changes), loading)

interface Page {
  can: (policy: PolicyName) => boolean
  /** The general data are being written. */
  editing: boolean
  /** The note to be corrected. */
  opened: string | undefined
}

/** The parts of a station that a person may see, by name in the address; what of it is not for them is absent from it (domain.md 4.4). */
export function stationTabs(station: Station, { can, editing, opened }: Page): Tabbed {
  const { id, rev = 0, code, name, fuels, services, networks, bills, writable } = station
  const locked = !writable.includes('net.write')
  return {
    dati: { label: 'Dati generali', show: <General station={station} editing={editing} /> },
    contatti: { label: 'Contatti e orari', show: <Contacts station={station} /> },
    ...(fuels && {
      carburanti: {
        label: 'Carburanti e prezzi',
        show: <Fuels record={{ id, rev, fuels }} locked={locked} depot={!!station.is_warehouse} />,
      },
    }),
    ...(can('equip.read') && {
      attrezzature: { label: 'Attrezzature', show: <Equipment id={id} locked={locked} noMoney={!writable.includes('net.fin')} /> },
    }),
    ...(services && { servizi: { label: 'Servizi', show: <Services record={{ id, rev, services }} locked={locked} /> } }),
    ...(networks && { reti: { label: 'Reti', show: <Networks record={{ id, rev, networks }} locked={locked} /> } }),
    ...(bills && { bollette: { label: 'Bollette', show: <Bills record={{ id, rev, bills }} locked={!writable.includes('net.fin')} /> } }),
    ...(can('insp.read') && { verifiche: { label: 'Verifiche', show: <Inspections id={id} /> } }),
    ...(can('exp.read') && { scadenze: { label: 'Scadenze', show: <Expirations id={id} /> } }),
    ...(can('net.read') && { file: { label: 'File', show: <Files id={id} write={!locked} /> } }),
    appunti: { label: 'Appunti', show: <Notes id={id} opened={opened} place={`${code} ${name}`} /> },
    ...(can('users') && { accessi: { label: 'Accessi', show: <StationAccess id={id} /> } }),
    ...(can('net.write') && { storico: { label: 'Storico', show: <Changes id={id} /> } }),
  }
}
