/** Words of what stands on a station (domain.md 1.2), apart from the calls: what only names a kind does not carry them. */
export const pieceStatuses = { attivo: 'Attivo', guasto: 'Guasto', dismesso: 'Dismesso' } as const
export type PieceStatus = keyof typeof pieceStatuses

/** The kinds of pieces that have a page of their own, by the name of their history. */
export const pieceKinds = {
  dispenser: 'Erogatore',
  tank: 'Cisterna',
  station_device: 'Dispositivo',
  pos: 'POS',
  fire_extinguisher: 'Estintore',
  oil_separator: 'Disoleatore',
  network_device: 'Apparato di rete',
} as const
export type PieceKind = keyof typeof pieceKinds
