import { oilSeparators } from '../../src/contract/oil-separators.ts'
import { addMonths } from '../../src/rules/inspection-italian.ts'
import { oil_separators as table } from '../db/schema/equipment.ts'
import { implement } from '../lib/implement.ts'
import { stationPartOn } from '../lib/station-part.ts'

const part = stationPartOn(oilSeparators, table, {
  model: 'oil_separator',
  search: ['number', 'type', 'brand', 'model', 'company', 'fir_number'],
  sort: ['number', 'type', 'brand', 'year', 'capacity', 'last_cleaning', 'next_cleaning'],
  sentences: { oil_separators_number: ['number', 'Matricola già presente per questo punto vendita.'] },
})
export default implement(oilSeparators, {
  ...part,
  /** It is emptied once a year (domain.md 1.2.3). */
  create: ({ next_cleaning, ...given }, context) =>
    part.create(
      { ...given, next_cleaning: next_cleaning ?? (given.last_cleaning && addMonths(given.last_cleaning, 12)) } as typeof given,
      context,
    ),
})
