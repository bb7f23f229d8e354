import { Select, type SelectProps } from '@mantine/core'
import { provinces } from '../../contract/kernel/provinces.ts'
import { optionsFilter } from '../../ui/options-filter.ts'

const data = [...provinces].map(([value, { name }]) => ({ value, label: `${name} (${value})` }))
/** A province, found by its name or its code. */
export const ProvinceSelect = (props: SelectProps) => (
  <Select {...props} searchable filter={optionsFilter} data={data} nothingFoundMessage="Nessun risultato" />
)
