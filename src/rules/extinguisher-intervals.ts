import type { extinguisherTypes, tankKinds } from '../contract/fire-extinguishers.ts'

/** Months between two periodic checks, overhauls and pressure tests of an extinguisher (UNI 9994-1:2024; domain.md 1.2.1). */
export interface ExtinguisherIntervals {
  check: number
  overhaul: number
  test: number
}
type Type = keyof typeof extinguisherTypes
interface Interval extends ExtinguisherIntervals {
  type: Type
  tank_kind?: keyof typeof tankKinds
}
/** The first that fits holds: a tank of plastic before any other. */
export const extinguisherIntervals: readonly Interval[] = [
  { type: 'polvere', check: 6, overhaul: 60, test: 120 },
  { type: 'co2', check: 6, overhaul: 60, test: 120 },
  { type: 'alogenati', check: 6, overhaul: 72, test: 120 },
  { type: 'acqua', tank_kind: 'plastificato', check: 6, overhaul: 60, test: 72 },
  { type: 'acqua', check: 6, overhaul: 60, test: 120 },
  { type: 'schiuma', tank_kind: 'plastificato', check: 6, overhaul: 24, test: 72 },
  { type: 'schiuma', check: 6, overhaul: 48, test: 120 },
]
/** Powder built before the norm came into force, on 25 July 2024, is overhauled as before. */
const [LAST_OLD_YEAR, OLD_POWDER] = [2024, 36]
/** In years: then it goes out of service. */
const LIFE = 18

interface Extinguisher {
  type?: string | null
  tank_kind?: string | null
  year?: number | null
  status?: string | null
}
/** Undefined where its type is not known. */
export function intervalsOf({ type, tank_kind, year }: Extinguisher): ExtinguisherIntervals | undefined {
  const found = extinguisherIntervals.find((one) => one.type === type && (!one.tank_kind || one.tank_kind === tank_kind))
  return found && type === 'polvere' && year != null && year <= LAST_OLD_YEAR ? { ...found, overhaul: OLD_POWDER } : found
}
/** Whether it is to be replaced (domain.md 1.2.1). Of unknown age it is not known. */
export const isTooOld = ({ year, status }: Extinguisher, thisYear: number) =>
  status !== 'dismesso' && year != null && thisYear - year >= LIFE
