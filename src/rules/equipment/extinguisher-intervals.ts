import type { extinguisherTypes, tankKinds } from '../../contract/equipment/fire-extinguishers.ts'

/** Months between two periodic checks, overhauls and pressure tests of an extinguisher (UNI 9994-1:2024). */
export interface ExtinguisherIntervals {
  check: number
  overhaul: number
  test: number
}
/** A row of the intervals in the settings: the extinguishers it applies to, and its intervals. */
export interface Interval extends ExtinguisherIntervals {
  type: keyof typeof extinguisherTypes
  tank_kind?: keyof typeof tankKinds | null
  /** Only extinguishers built in this year or before. */
  built_until?: number | null
}
/** Initial intervals of every installation. Powder extinguishers built before the norm came into force, on 25 July 2024, keep the old overhaul. */
export const defaultIntervals: readonly Interval[] = [
  { type: 'polvere', check: 6, overhaul: 60, test: 120 },
  { type: 'polvere', built_until: 2024, check: 6, overhaul: 36, test: 120 },
  { type: 'co2', check: 6, overhaul: 60, test: 120 },
  { type: 'alogenati', check: 6, overhaul: 72, test: 120 },
  { type: 'acqua', tank_kind: 'plastificato', check: 6, overhaul: 60, test: 72 },
  { type: 'acqua', check: 6, overhaul: 60, test: 120 },
  { type: 'schiuma', tank_kind: 'plastificato', check: 6, overhaul: 24, test: 72 },
  { type: 'schiuma', check: 6, overhaul: 48, test: 120 },
]
/** Service life in years. */
const LIFE = 18

interface Extinguisher {
  type?: string | null
  tank_kind?: string | null
  year?: number | null
  status?: string | null
}
/** How specific a row is: a kind of tank counts first, then the earliest year of construction. */
const specificity = ({ tank_kind, built_until }: Interval) => (tank_kind ? 10_000 : 0) + (built_until ? 9_999 - built_until : 0)
/** The intervals of the most specific matching row; undefined if none matches, for example if the type is unknown. */
export const intervalsOf = ({ type, tank_kind, year }: Extinguisher, intervals: readonly Interval[]): ExtinguisherIntervals | undefined =>
  intervals
    .filter((one) => one.type === type && (!one.tank_kind || one.tank_kind === tank_kind))
    .filter(({ built_until }) => !built_until || (year != null && year <= built_until))
    .sort((a, b) => specificity(b) - specificity(a))[0]
/** True if it has reached the end of its service life. False if its age is unknown. */
export const isTooOld = ({ year, status }: Extinguisher, thisYear: number) =>
  status !== 'dismesso' && year != null && thisYear - year >= LIFE
