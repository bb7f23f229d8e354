import { NumberField, type NumberFieldProps } from '../../../ui/NumberField.tsx'

interface NumberAnswerProps extends Omit<NumberFieldProps, 'value' | 'onChange'> {
  /** A text is what was typed and cannot be read as a number. */
  value: number | string | null
  onChange: (value: number | string | null) => void
}
/** A number in an answer. Answers are stored while they are typed, so what cannot be read stays as text, with its error, and holds up the completion. */
export const NumberAnswer = ({ value, onChange, error, ...rest }: NumberAnswerProps) => (
  <NumberField
    {...rest}
    // The box itself says best what is wrong with a text.
    error={typeof value === 'string' ? undefined : error}
    value={value}
    onChange={(next, text) => onChange(Number.isNaN(next) ? text : next)}
  />
)
