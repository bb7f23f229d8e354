import type { extinguisherTypes, tankKinds } from '../../contract/equipment/fire-extinguishers.ts'

/** Months between two periodic checks, overhauls and pressure tests of an extinguisher (UNI 9994-1:2024; domain.md 1.2.1). */
export interface ExtinguisherIntervals {
  check: number
  overhaul: number
  test: number
}
/** One row of the table in the settings: for which extinguishers, and how often. */
export interface Interval extends ExtinguisherIntervals {
  type: keyof typeof extinguisherTypes
  tank_kind?: keyof typeof tankKinds | null
  /** Those built in that year or before. */
  built_until?: number | null
}
/** What every installation starts from. Powder built before the norm came into force, on 25 July 2024, is overhauled as before. */
export const usualIntervals: readonly Interval[] = [
  { type: 'polvere', check: 6, overhaul: 60, test: 120 },
  { type: 'polvere', built_until: 2024, check: 6, overhaul: 36, test: 120 },
  { type: 'co2', check: 6, overhaul: 60, test: 120 },
  { type: 'alogenati', check: 6, overhaul: 72, test: 120 },
  { type: 'acqua', tank_kind: 'plastificato', check: 6, overhaul: 60, test: 72 },
  { type: 'acqua', check: 6, overhaul: 60, test: 120 },
  { type: 'schiuma', tank_kind: 'plastificato', check: 6, overhaul: 24, test: 72 },
  { type: 'schiuma', check: 6, overhaul: 48, test: 120 },
]
/** In years: then it goes out of service. */
const LIFE = 18

interface Extinguisher {
  type?: string | null
  tank_kind?: string | null
  year?: number | null
  status?: string | null
}
/** How narrow a row is: one for a kind of tank before any other, then one for the oldest. */
const narrow = ({ tank_kind, built_until }: Interval) => (tank_kind ? 10_000 : 0) + (built_until ? 9_999 - built_until : 0)
/** The narrowest row that fits holds; undefined where none does, as where its type is not known. */
export const intervalsOf = ({ type, tank_kind, year }: Extinguisher, intervals: readonly Interval[]): ExtinguisherIntervals | undefined =>
  intervals
    .filter((one) => one.type === type && (!one.tank_kind || one.tank_kind === tank_kind))
    .filter(({ built_until }) => !built_until || (year != null && year <= built_until))
    .sort((a, b) => narrow(b) - narrow(a))[0]
/** Whether it is to be replaced (domain.md 1.2.1). Of unknown age it is not known. */
export const isTooOld = ({ year, status }: Extinguisher, thisYear: number) =>
  status !== 'dismesso' && year != null && thisYear - year >= LIFE
