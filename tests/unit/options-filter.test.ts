import { expect, test } from 'vitest'
import { provinces } from '../../src/contract/kernel/provinces.ts'
import { optionsFilter } from '../../src/ui/options-filter.ts'

const options = [...provinces].map(([value, { name }]) => ({ value, label: `${name} (${value})` }))
const first = (search: string, many = 3) =>
  optionsFilter({ options, search, limit: 1_000 })
    .slice(0, many)
    .map((one) => 'label' in one && one.label)

test('a code finds its own province first, and case, accents and apostrophes do not matter', () => {
  expect(first('ve', 2)).toEqual(['Venezia (VE)', 'Avellino (AV)'])
  expect(first('AQ', 1)).toEqual(["L'Aquila (AQ)"])
  expect(first('laquila')).toEqual(["L'Aquila (AQ)"])
  expect(first('forli')).toEqual(['Forlì-Cesena (FC)'])
  expect(first('xyz')).toEqual([])
})
