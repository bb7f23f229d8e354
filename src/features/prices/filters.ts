import { provinces } from '../../contract/kernel/provinces.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { anyFound, looked, someOf, yesNo } from '../../crud/list/filters.tsx'

export const priceFilters = {
  province: someOf('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
  brand: anyFound('Bandiera'),
  fuel_id: looked('Carburante', fuels.suggest),
  stale: yesNo('Da comunicare'),
}
