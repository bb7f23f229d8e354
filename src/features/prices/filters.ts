import { fuels } from '../../contract/fuels.ts'
import { provinces } from '../../contract/provinces.ts'
import { anyFound, looked, someOf, yesNo } from '../../crud/filters.tsx'

export const priceFilters = {
  province: someOf('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
  brand: anyFound('Bandiera'),
  fuel_id: looked('Carburante', fuels.suggest),
  stale: yesNo('Da comunicare'),
}
