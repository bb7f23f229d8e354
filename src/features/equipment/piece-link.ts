import type { LinkProps } from '@tanstack/react-router'
import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'

/** Under which part of "Attrezzature" each kind stands. */
export const partOf: Readonly<Record<PieceKind, string>> = {
  dispenser: 'erogatori',
  tank: 'cisterne',
  station_device: 'dispositivi',
  pos: 'pos',
  fire_extinguisher: 'estintori',
  oil_separator: 'disoleatori',
  network_device: 'apparati',
}
/** The page of one piece, within its station. */
export const pieceLink = (station: number, kind: PieceKind, id: number): LinkProps => ({
  to: '/stazioni/$id',
  params: { id: station },
  search: { scheda: 'attrezzature', parte: partOf[kind], pezzo: id },
})
