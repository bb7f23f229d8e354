import { expect, test } from 'vitest'
import { provinces } from '../../src/contract/kernel/provinces.ts'
import { optionsFilter } from '../../src/ui/options-filter.ts'

const options = [...provinces].map(([value, { name }]) => ({ value, label: `${name} (${value})` }))
const first = (search: string, many = 3) =>
  optionsFilter({ options, search, limit: 1_000 })
    .slice(0, many)
    .map((one) => ('label' in one ? one.label : one.group))

test('a code finds its own province first, a name those that begin with it, and accents and apostrophes do not matter', () => {
  expect(first('ve', 4)).toEqual(['Venezia (VE)', 'Verbano-Cusio-Ossola (VB)', 'Vercelli (VC)', 'Verona (VR)'])
  expect(first('AQ', 1)).toEqual(["L'Aquila (AQ)"])
  expect(first('laquila')).toEqual(["L'Aquila (AQ)"])
  expect(first('forli cesena')).toEqual(['Forlì-Cesena (FC)'])
  expect(first('xyz')).toEqual([])
  expect(first(' ', 1)).toEqual([options[0]!.label])
})
test('in groups each keeps its own options, and no more are given than asked for', () => {
  const grouped = [
    { group: 'Nord', items: options.filter(({ value }) => ['VE', 'AV'].includes(value)) },
    { group: 'Sud', items: options.filter(({ value }) => value === 'NA') },
  ]
  expect(optionsFilter({ options: grouped, search: 've', limit: 10 })).toEqual([
    { group: 'Nord', items: [expect.objectContaining({ value: 'VE' }), expect.objectContaining({ value: 'AV' })] },
    { group: 'Sud', items: [] },
  ])
  expect(optionsFilter({ options, search: 'a', limit: 5 })).toHaveLength(5)
})
