/** Labels of equipment. They are separate from the calls, so that code which only names a kind does not load these. */
export const pieceStatuses = { attivo: 'Attivo', guasto: 'Guasto', dismesso: 'Dismesso' } as const
export type PieceStatus = keyof typeof pieceStatuses

/** Kinds of equipment with a page of their own, by their model name in the history. */
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
