import type { TankType } from '../../contract/equipment/tanks.ts'

/** What of a tank says how often its tightness is tested. */
export interface TestedTank {
  type?: TankType | null | undefined
  year?: number | null | undefined
  relined_at?: string | null | undefined
  leak_detection?: boolean | null | undefined
}
interface Interval {
  months: number
  /** Why, in words. */
  because: string
  fits: (tank: TestedTank, age: number | undefined) => boolean
}
/** Months between two tightness tests, the first that fits (domain.md 1.2.2, after the guideline of ARPA Lombardia; of LPG 1.2.3). */
const intervals: readonly Interval[] = [
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
/** Years after the relining before which no test of a relined tank is due. */
const RELINED_YEARS = 5

const later = (day: string, months: number) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
/** How often a tank is tested as of a day `YYYY-MM-DD`; undefined where the guideline says nothing (younger than 15 years). */
export function testInterval(tank: TestedTank, day: string): Pick<Interval, 'months' | 'because'> | undefined {
  const age = tank.year ? Number(day.slice(0, 4)) - tank.year : undefined
  return intervals.find(({ fits }) => fits(tank, age))
}
/** The day by which a tank tested on `day` is tested again; null where the guideline says nothing. */
export function nextTest(tank: TestedTank, day: string): string | null {
  const found = testInterval(tank, day)
  if (!found) return null
  const next = later(day, found.months)
  const first = tank.type === 'risanato' && tank.relined_at ? later(tank.relined_at, 12 * RELINED_YEARS) : next
  return next < first ? first : next
}

/** What of an intervention contradicts itself, by field. */
export const maintenanceFaults = ({ date, next_date }: { date?: unknown; next_date?: unknown }) => ({
  next_date: date && next_date && String(next_date) <= String(date) ? 'Il prossimo intervento deve essere dopo la data.' : undefined,
})
