import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'

const loading = <LoadingRows />
// Each is fetched when it is opened.
const Plant = part(() => import('./Plant.tsx').then((m) => m.Plant), loading)
const Dispensers = part(() => import('./Dispensers.tsx').then((m) => m.Dispensers), loading)
const StationTanks = part(() => import('./Tanks.tsx').then((m) => m.StationTanks), loading)
const Devices = part(() => import('./Devices.tsx').then((m) => m.Devices), loading)
const Pos = part(() => import('./Pos.tsx').then((m) => m.Pos), loading)
const FireExtinguishers = part(() => import('./FireExtinguishers.tsx').then((m) => m.FireExtinguishers), loading)
const OilSeparators = part(() => import('./OilSeparators.tsx').then((m) => m.OilSeparators), loading)
const StationQr = part(() => import('../qr/StationQr.tsx').then((m) => m.StationQr), loading)
const NetworkDevices = part(() => import('./NetworkDevices.tsx').then((m) => m.NetworkDevices), loading)

/** "Attrezzature": what stands on a station, one list at a time, since order, search and open dialog of a list stand in the address. */
export function Equipment({ id, locked, noMoney }: { id: number; locked: boolean; noMoney: boolean }) {
  const of = { id, locked }
  return (
    <RecordTabs
      by="parte"
      tabs={{
        impianto: { label: 'Impianto', show: <Plant id={id} /> },
        erogatori: { label: 'Erogatori', show: <Dispensers {...of} /> },
        cisterne: { label: 'Cisterne', show: <StationTanks {...of} /> },
        dispositivi: { label: 'Dispositivi', show: <Devices {...of} /> },
        pos: { label: 'POS', policy: 'net.fin', show: <Pos id={id} locked={noMoney} /> },
        estintori: { label: 'Estintori', show: <FireExtinguishers {...of} /> },
        disoleatori: { label: 'Disoleatori', show: <OilSeparators {...of} /> },
        apparati: { label: 'Apparati di rete', policy: 'net.tech', show: <NetworkDevices {...of} /> },
        qr: { label: 'QR', policy: 'net.read', show: <StationQr {...of} /> },
      }}
    />
  )
}
