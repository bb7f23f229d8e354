import type { Station } from '../../contract/stations/stations.ts'
import type { TabSet } from '../../crud/record/record-tabs.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { General } from './tabs/General.tsx'

const loading = <LoadingRows />
// Each but the first is fetched when it is opened.
const Contacts = part(() => import('./tabs/Contacts.tsx').then((m) => m.Contacts), loading)
const Fuels = part(() => import('./tabs/Fuels.tsx').then((m) => m.Fuels), loading)
const Equipment = part(() => import('../equipment/tabs/Equipment.tsx').then((m) => m.Equipment), loading)
const Services = part(() => import('./tabs/Services.tsx').then((m) => m.Services), loading)
const Networks = part(() => import('./tabs/Networks.tsx').then((m) => m.Networks), loading)
const Bills = part(() => import('./tabs/Bills.tsx').then((m) => m.Bills), loading)
const Inspections = part(() => import('../inspections/StationInspections.tsx').then((m) => m.Inspections), loading)
const Expirations = part(() => import('../expirations/StationExpirations.tsx').then((m) => m.StationExpirations), loading)
const Tickets = part(() => import('../tickets/StationTickets.tsx').then((m) => m.StationTickets), loading)
const Managements = part(() => import('../people/managements/ManagementList.tsx').then((m) => m.ManagementList), loading)
const Files = part(() => import('./tabs/Files.tsx').then((m) => m.Files), loading)
const Notes = part(() => import('./tabs/Notes.tsx').then((m) => m.Notes), loading)
const StationAccess = part(() => import('./StationAccess.tsx').then((m) => m.StationAccess), loading)
const Changes = part(() => import('./tabs/Changes.tsx').then((m) => m.Changes), loading)

interface Page {
  /** The general data are being written. */
  editing: boolean
  /** The note to be corrected. */
  opened: string | undefined
}

/** The parts of a station that a person may see, by name in the address; what of it is not for them is absent from it. */
export function stationTabs(station: Station, { editing, opened }: Page): TabSet {
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
    attrezzature: {
      label: 'Attrezzature',
      policy: 'equip.read',
      show: <Equipment id={id} locked={locked} noMoney={!writable.includes('net.fin')} />,
    },
    ...(services && { servizi: { label: 'Servizi', show: <Services record={{ id, rev, services }} locked={locked} /> } }),
    ...(networks && { reti: { label: 'Reti', show: <Networks record={{ id, rev, networks }} locked={locked} /> } }),
    ...(bills && { bollette: { label: 'Bollette', show: <Bills record={{ id, rev, bills }} locked={!writable.includes('net.fin')} /> } }),
    gestione: { label: 'Gestione', policy: 'mgmt.read', show: <Managements station={id} /> },
    verifiche: { label: 'Verifiche', policy: 'insp.read', show: <Inspections id={id} /> },
    scadenze: { label: 'Scadenze', policy: 'exp.read', show: <Expirations id={id} /> },
    ticket: { label: 'Ticket', policy: 'tickets.open', show: <Tickets id={id} /> },
    file: { label: 'File', policy: 'net.read', show: <Files id={id} write={!locked} /> },
    appunti: { label: 'Appunti', show: <Notes id={id} opened={opened} place={`${code} ${name}`} /> },
    accessi: { label: 'Accessi', policy: 'users', show: <StationAccess id={id} /> },
    storico: { label: 'Storico', policy: 'net.write', show: <Changes id={id} /> },
  }
}
