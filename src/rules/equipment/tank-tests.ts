import type { TankType } from '../../contract/equipment/tanks.ts'
import { addMonths } from '../shared/italian.ts'

/** The data of a tank that decide how often its tightness is tested. */
export interface TestedTank {
  type?: TankType | null | undefined
  year?: number | null | undefined
  relined_at?: string | null | undefined
  leak_detection?: boolean | null | undefined
}
interface TestInterval {
  months: number
  /** The reason, in Italian. */
  because: string
  fits: (tank: TestedTank, age: number | undefined) => boolean
}
/** Months between two tightness tests, by the guideline of ARPA Lombardia; the first match applies. Source: docs/spec/equipment.md#tank-tightness-tests */
const intervals: readonly TestInterval[] = [
  { months: 120, because: 'serbatoio GPL: ogni 10 anni', fits: ({ type }) => type === 'gpl_interrato' },
  {
    months: 60,
    because: 'doppia parete con rilevatore perdite: ogni 5 anni',
    fits: ({ type, leak_detection }) => type === 'doppia_parete' && leak_detection === true,
  },
  {
    months: 36,
    because: 'risanato: ogni 3 anni dal quinto',
    fits: ({ type, relined_at }) => type === 'risanato' && !!relined_at,
  },
  { months: 12, because: 'età oltre 30 anni o sconosciuta: ogni anno', fits: (_, age) => age === undefined || age > 30 },
  { months: 24, because: 'età da 15 a 30 anni: ogni 2 anni', fits: (_, age) => age! >= 15 },
]
/** A relined tank needs no test in this many years after the relining. */
const RELINED_YEARS = 5

/** The test interval of a tank on a day `YYYY-MM-DD`; undefined if the guideline requires none (younger than 15 years). */
export function testInterval(tank: TestedTank, day: string): Pick<TestInterval, 'months' | 'because'> | undefined {
  const age = tank.year ? Number(day.slice(0, 4)) - tank.year : undefined
  return intervals.find(({ fits }) => fits(tank, age))
}
/** The day by which a tank tested on `day` must be tested again; null if the guideline requires no test. */
export function nextTest(tank: TestedTank, day: string): string | null {
  const found = testInterval(tank, day)
  if (!found) return null
  const next = addMonths(day, found.months)
  const first = tank.type === 'risanato' && tank.relined_at ? addMonths(tank.relined_at, 12 * RELINED_YEARS) : next
  return next < first ? first : next
}

/** Errors of a maintenance, by field. */
export const maintenanceErrors = ({ date, next_date }: { date?: unknown; next_date?: unknown }) => ({
  next_date: date && next_date && String(next_date) <= String(date) ? 'Il prossimo intervento deve essere dopo la data.' : undefined,
})
