import { filterName } from '../../../contract/overview/data-query.ts'
import type { DataColumn } from '../../../contract/overview/data-types.ts'
import { anyOf, anyOfMany, type Filter, yesNo } from '../../../crud/list/filters.tsx'
import { RangeInputs, rangeText } from './RangeInputs.tsx'
import { TextFilter } from './TextFilter.tsx'

/** Words that a column holds. */
const holding = (label: string): Filter<string> => ({
  label,
  say: (value) => `«${value}»`,
  control: (props) => <TextFilter {...props} label={label} />,
})
/** Between two figures or days, both included; one of them may be open. */
const within = (label: string, kind: 'number' | 'date'): Filter<string> => ({
  label,
  say: (value) => rangeText(kind, value),
  control: ({ value, onChange }) => <RangeInputs kind={kind} value={value} onChange={onChange} />,
})
function filterOf(column: DataColumn): Filter {
  if (column.kind === 'flag') return yesNo(column.label)
  if (column.kind === 'choice')
    return Object.keys(column.words).length > 8 ? anyOfMany(column.label, column.words) : anyOf(column.label, column.words)
  return column.kind === 'text' ? holding(column.label) : within(column.label, column.kind)
}
/** One for each column, under the parameter of that column. */
export const filtersOf = (columns: readonly (readonly [string, DataColumn])[]) =>
  Object.fromEntries(columns.map(([name, column]) => [filterName(name), filterOf(column)]))
