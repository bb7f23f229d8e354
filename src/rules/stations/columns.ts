import { type StationRow, stationStatuses } from '../../contract/stations/stations.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'

/** Modes of sale: `Self · Servito · GPL`. */
const sales = ({ self, serve, selfGPL, serveGPL }: StationRow) =>
  [self && 'Self', serve && 'Servito', (selfGPL || serveGPL) && 'GPL'].filter(Boolean).join(' · ')

/** Columns of the list of stations, on screen and in exports. */
export const stationColumns = {
  Codice: { text: ({ code }) => code },
  Nome: { text: ({ name }) => name, wide: true },
  'Città (Prov)': { text: ({ city, province }) => `${city} (${province})` },
  Bandiera: { text: ({ brand }) => brand ?? '' },
  Vendita: { text: sales },
  Stato: { text: ({ status }) => stationStatuses[status] },
} satisfies Record<string, SheetColumn<StationRow>>
