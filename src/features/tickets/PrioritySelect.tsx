import { Select, type SelectProps } from '@mantine/core'
import { ticketPriorities } from '../../contract/tickets/categories.ts'

interface PrioritySelectProps extends Omit<SelectProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
}
const priorities = Object.entries(ticketPriorities).map(([value, label]) => ({ value, label }))
/** Chooses a priority (1 to 4) by its label. Works with `value` and with `defaultValue`. */
export const PrioritySelect = ({ value, defaultValue, onChange, ...rest }: PrioritySelectProps) => (
  <Select
    {...rest}
    data={priorities}
    allowDeselect={false}
    value={value === undefined ? undefined : String(value ?? '')}
    defaultValue={defaultValue === undefined ? undefined : String(defaultValue ?? '')}
    onChange={(next) => onChange?.(next === null ? null : Number(next))}
  />
)
