import type { StationContext } from '../../../contract/inspections/answers.ts'
import type { StationFact } from '../../../contract/inspections/condition.ts'

/** Facts that are on or off: what the person trying a model may change. */
export type Flag = Exclude<StationFact, 'services' | 'fuels'>
export const ALL_FLAGS: readonly Flag[] = ['self', 'serve', 'selfGPL', 'serveGPL', 'suitableForTruck', 'videoSurveillance']

const STATION = { id: 0, code: 'PV000', name: 'Punto vendita di esempio', city: 'Esempio', province: 'MI' }
/** An invented station with some of every kind of equipment, so that every part of a model can be tried. */
const context = (flags: readonly Flag[]): StationContext => ({
  facts: {
    ...(Object.fromEntries(ALL_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<Flag, boolean>),
    services: ['Bar', 'Market', 'Lavaggio self', 'WC', 'Officina'],
    fuels: ['Benzina', 'Gasolio', 'GPL'],
  },
  latitude: null,
  longitude: null,
  equipment: {
    dispensers: [
      { id: 1, label: 'Erogatore 1', number: 'ER-001' },
      { id: 2, label: 'Erogatore 2', number: 'ER-002' },
    ],
    guns: [
      { id: 1, label: 'Pistola 1 Benzina', parent_id: 1 },
      { id: 2, label: 'Pistola 2 Gasolio', parent_id: 1 },
      { id: 3, label: 'Pistola 3 Benzina', parent_id: 2 },
    ],
    tanks: [
      { id: 1, label: 'Cisterna 1 Benzina' },
      { id: 2, label: 'Cisterna 2 Gasolio' },
    ],
    fire_extinguishers: [
      { id: 1, label: 'Estintore A1', number: 'A1' },
      { id: 2, label: 'Estintore A2', number: 'A2' },
    ],
    station_devices: [{ id: 1, label: 'Accettatore 1' }],
    pos: [{ id: 1, label: 'POS 1' }],
    oil_separators: [{ id: 1, label: 'Disoleatore 1' }],
  },
  prices: [
    { fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.789 },
    { fuel_id: 2, fuel: 'Gasolio', mode: 'self', price: 1.689 },
    { fuel_id: 3, fuel: 'GPL', mode: 'serve', price: 0.729 },
  ],
})
export const exampleStation = (flags: readonly Flag[]) => ({ station: STATION, context: context(flags) })
