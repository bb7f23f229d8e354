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

const TOWN = /^(.*?)\s*(?:\(([A-Za-z]{2})\))?$/
const yesNo = (word: string) => (text: string) => (text ? (text.includes(word) ? 'Sì' : 'No') : '')
/** "GPL" does not say which of the two ways: where it stands, both stay as they are. */
const gpl = (text: string) => (text && !text.includes('GPL') ? 'No' : '')
/** The columns of the list that are named otherwise in an import, or hold several fields there: the list's export is an import as it is. */
export const joinedColumns = {
  Codice: { code: (text: string) => text },
  'Città (Prov)': {
    city: (text: string) => TOWN.exec(text)?.[1] ?? '',
    province: (text: string) => TOWN.exec(text)?.[2] ?? '',
  },
  Vendita: { self: yesNo('Self'), serve: yesNo('Servito'), serveGPL: gpl, selfGPL: gpl },
}
