import { sql } from 'drizzle-orm'
import { fireExtinguishers } from '../../../src/contract/equipment/fire-extinguishers.ts'
import { type ExtinguisherIntervals, type Interval, intervalsOf, isTooOld } from '../../../src/rules/equipment/extinguisher-intervals.ts'
import { extinguisher_intervals, fire_extinguishers as table } from '../../db/schema/equipment/equipment.ts'
import { implement } from '../../lib/core/implement.ts'
import { type Check, equipmentOn, SERIAL_TAKEN } from './equipment-part.ts'

const check = (name: keyof ExtinguisherIntervals, what: string, built: boolean, intervals: Interval[]): Check => ({
  ...{ last: `last_${name}`, next: `next_${name}`, type: 'estintori', what },
  months: (row) => intervalsOf(row, intervals)?.[name],
  // The first overhaul and test count from 1 January of the year of construction, because the day is unknown and this is never too late.
  ...(built && { since: ({ year }) => (year ? `${year}-01-01` : undefined) }),
})
const thisYear = sql`extract(year from now() at time zone 'Europe/Rome')`

export default implement(
  fireExtinguishers,
  equipmentOn(fireExtinguishers, table, {
    kind: 'fire_extinguisher',
    search: ['number', 'type', 'location', 'company'],
    sort: ['number', 'type', 'location', 'year', 'next_check', 'next_overhaul', 'next_test'],
    sentences: { fire_extinguishers_number: ['number', SERIAL_TAKEN] },
    async checks({ db }) {
      const intervals = await db.select().from(extinguisher_intervals)
      return [
        check('check', 'Controllo estintore', false, intervals),
        check('overhaul', 'Revisione estintore', true, intervals),
        check('test', 'Collaudo estintore', true, intervals),
      ]
    },
    labelOf: ({ number, location }) => [number, location].filter(Boolean).join(', ') || 'senza matricola',
    derive: (row, { now }) => (isTooOld(row, now.getFullYear()) ? { status: 'da_dismettere' } : {}),
    // Computed on read, because an extinguisher ages without being written.
    row: {
      status: sql<string | null>`case when ${table.status} is distinct from 'dismesso' and ${thisYear} - ${table.year} >= 18
        then 'da_dismettere' else ${table.status} end`,
    } as never,
  }),
)
