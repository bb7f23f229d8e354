import { euro } from '../../../lib/format.ts'

/** A signed difference in euro: `+0,020 €`, `−0,015 €`. */
export const difference = (value: number | null) =>
  value === null ? '–' : value === 0 ? euro(0) : `${value > 0 ? '+' : '−'}${euro(Math.abs(value))}`
const km = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
export const kilometres = (value: number | null) => (value === null ? '–' : `${km.format(value)} km`)
