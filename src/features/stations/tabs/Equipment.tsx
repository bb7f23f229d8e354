import { lazy } from 'react'
import { RecordTabs } from '../../../crud/RecordTabs.tsx'
import { useCan } from '../../../lib/session.ts'

// Each is fetched when it is opened.
const Plant = lazy(() => import('./Plant.tsx').then((m) => ({ default: m.Plant })))
const Dispensers = lazy(() => import('./Dispensers.tsx').then((m) => ({ default: m.Dispensers })))
const StationTanks = lazy(() => import('./StationTanks.tsx').then((m) => ({ default: m.StationTanks })))
const Devices = lazy(() => import('./Devices.tsx').then((m) => ({ default: m.Devices })))
const Pos = lazy(() => import('./Pos.tsx').then((m) => ({ default: m.Pos })))
const FireExtinguishers = lazy(() => import('./FireExtinguishers.tsx').then((m) => ({ default: m.FireExtinguishers })))
const OilSeparators = lazy(() => import('./OilSeparators.tsx').then((m) => ({ default: m.OilSeparators })))
const NetworkDevices = lazy(() => import('./NetworkDevices.tsx').then((m) => ({ default: m.NetworkDevices })))

/** "Attrezzature": what stands on a station, one list at a time, since order, search and open dialog of a list stand in the address. */
export function Equipment({ id, locked, noMoney }: { id: number; locked: boolean; noMoney: boolean }) {
  const can = useCan()
  const of = { id, locked }
  return (
    <RecordTabs
      by="parte"
      tabs={{
        impianto: { label: 'Impianto', show: <Plant id={id} /> },
        erogatori: { label: 'Erogatori', show: <Dispensers {...of} /> },
        cisterne: { label: 'Cisterne', show: <StationTanks {...of} /> },
        dispositivi: { label: 'Dispositivi', show: <Devices {...of} /> },
        ...(can('net.fin') && { pos: { label: 'POS', show: <Pos id={id} locked={noMoney} /> } }),
        estintori: { label: 'Estintori', show: <FireExtinguishers {...of} /> },
        disoleatori: { label: 'Disoleatori', show: <OilSeparators {...of} /> },
        ...(can('net.tech') && { apparati: { label: 'Apparati di rete', show: <NetworkDevices {...of} /> } }),
      }}
    />
  )
}
