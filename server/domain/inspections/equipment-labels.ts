import type { EquipmentRow, StationContext } from '../../../src/contract/inspections/answers.ts'
import { brandAndModel, deviceNames } from '../equipment/piece-names.ts'

/** How a verifica names the pieces of equipment it is answered for: place in the list, then what tells one from another (docs/spec/inspections.md#model). */
type Detail = string | number | null | undefined | false
const label = (name: string, place: Detail, ...details: Detail[]) =>
  [[name, place].filter(Boolean).join(' '), ...details.filter(Boolean)].join(' · ')
const serial = (number: string | null) => number && `matr. ${number}`

interface Piece {
  id: number
  brand: string | null
  model: string | null
  number: string | null
}
interface Found {
  dispensers: (Piece & { island: number | null })[]
  guns: { id: number; number: number; dispenser_id: number; fuel: string; side: string | null }[]
  tanks: (Piece & { fuel: string | null; compartment: number | null })[]
  fire_extinguishers: (Piece & { location: string | null })[]
  station_devices: (Piece & { type: string | null })[]
  pos: { id: number; brand: string | null; model: string | null; serial: string | null; tml: string | null }[]
  oil_separators: Piece[]
}

/** The rows of each kind, in the order given. */
export function equipmentRows(found: Found): StationContext['equipment'] {
  const rows = <T extends { id: number }>(list: readonly T[], row: (piece: T, place: number) => Omit<EquipmentRow, 'id'>) =>
    list.map((piece, i): EquipmentRow => ({ id: piece.id, ...row(piece, i + 1) }))
  return {
    dispensers: rows(found.dispensers, (piece, place) => ({
      label: label('Erogatore', place, piece.island && `isola ${piece.island}`, brandAndModel(piece), serial(piece.number)),
      number: piece.number,
    })),
    guns: rows(found.guns, (gun) => ({
      label: label('Pistola', gun.number, gun.fuel, gun.side && `lato ${gun.side}`),
      parent_id: gun.dispenser_id,
    })),
    tanks: rows(found.tanks, (piece, place) => ({
      label: label('Cisterna', place, piece.fuel, piece.compartment && `camera ${piece.compartment}`, serial(piece.number)),
      number: piece.number,
    })),
    fire_extinguishers: rows(found.fire_extinguishers, (piece, place) => ({
      label: label('Estintore', place, piece.location, serial(piece.number)),
      number: piece.number,
    })),
    station_devices: rows(found.station_devices, (piece, place) => ({
      label: label(deviceNames[piece.type ?? ''] ?? 'Dispositivo', place, brandAndModel(piece), serial(piece.number)),
      number: piece.number,
    })),
    pos: rows(found.pos, (piece, place) => ({
      label: label('POS', place, brandAndModel(piece), piece.tml && `TML ${piece.tml}`),
      number: piece.serial,
    })),
    oil_separators: rows(found.oil_separators, (piece, place) => ({
      label: label('Disoleatore', place, brandAndModel(piece), serial(piece.number)),
      number: piece.number,
    })),
  }
}
