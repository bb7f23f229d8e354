/** "Cisterne" (doc 1 §3 and §7; domain.md 1.2). `number` is the tank's own within its station. */
export const tankTypes = {
  parete_singola: 'Parete singola',
  doppia_parete: 'Doppia parete',
  risanato: 'Risanato (vetroresinato)',
  fuori_terra: 'Fuori terra',
  gpl_interrato: 'GPL interrato',
} as const
export type TankType = keyof typeof tankTypes
export const tankStatuses = { attivo: 'Attivo', dismesso: 'Dismesso' } as const
