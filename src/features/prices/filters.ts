import { provinces } from '../../contract/kernel/provinces.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { anyOfMany, anyPresent, lookup, yesNo } from '../../crud/list/filters.tsx'

export const priceFilters = {
  province: anyOfMany('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
  brand: anyPresent('Bandiera'),
  fuel_id: lookup('Carburante', fuels.suggest),
  stale: yesNo('Da comunicare'),
}
