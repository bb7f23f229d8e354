import { Select, type SelectProps } from '@mantine/core'
import { ticketPriorities } from '../../contract/tickets/categories.ts'

interface NumberInput extends Omit<SelectProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
}
const priorities = Object.entries(ticketPriorities).map(([value, label]) => ({ value, label }))
/** A number that is chosen by its words; an input that keeps its own value. */
export const PrioritySelect = ({ value, defaultValue, onChange, ...rest }: NumberInput) => (
  <Select
    {...rest}
    data={priorities}
    allowDeselect={false}
    value={value === undefined ? undefined : String(value ?? '')}
    defaultValue={defaultValue === undefined ? undefined : String(defaultValue ?? '')}
    onChange={(next) => onChange?.(next === null ? null : Number(next))}
  />
)
