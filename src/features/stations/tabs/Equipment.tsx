import { RecordTabs } from '../../../crud/RecordTabs.tsx'
import { useCan } from '../../../lib/session.ts'
import { part } from '../../../ui/part.tsx'

// Each is fetched when it is opened.
const Plant = part(() => import('./Plant.tsx').then((m) => m.Plant))
const Dispensers = part(() => import('./Dispensers.tsx').then((m) => m.Dispensers))
const StationTanks = part(() => import('./StationTanks.tsx').then((m) => m.StationTanks))
const Devices = part(() => import('./Devices.tsx').then((m) => m.Devices))
const Pos = part(() => import('./Pos.tsx').then((m) => m.Pos))
const FireExtinguishers = part(() => import('./FireExtinguishers.tsx').then((m) => m.FireExtinguishers))
const OilSeparators = part(() => import('./OilSeparators.tsx').then((m) => m.OilSeparators))
const NetworkDevices = part(() => import('./NetworkDevices.tsx').then((m) => m.NetworkDevices))

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
