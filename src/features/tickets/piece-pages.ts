import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'
import type { TICKET_EQUIPMENT } from '../../contract/tickets/words.ts'

/** Where the page of a piece of equipment is, of a station. */
export const piecePages: Readonly<Record<keyof typeof TICKET_EQUIPMENT, { kind: PieceKind; parte: string }>> = {
  dispenser: { kind: 'dispenser', parte: 'erogatori' },
  tank: { kind: 'tank', parte: 'cisterne' },
  device: { kind: 'station_device', parte: 'dispositivi' },
  pos: { kind: 'pos', parte: 'pos' },
  extinguisher: { kind: 'fire_extinguisher', parte: 'estintori' },
  network_device: { kind: 'network_device', parte: 'apparati' },
}
