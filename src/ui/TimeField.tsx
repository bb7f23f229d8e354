import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { parseItalianTime } from '../contract/kernel/italian-date.ts'
import { useParsedText } from './use-parsed-text.ts'

export interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  value?: string | null
  defaultValue?: string | null
  onChange?: (value: string | null) => void
}

/**
 * A time of day on the 24-hour clock: `930` is 09:30. The value is `HH:MM`, null when empty, and the text itself while it is not a time.
 */
export function TimeField({ value, defaultValue, onChange, error, onBlur, ...rest }: TimeFieldProps) {
  const field = useParsedText<string | null>({
    value,
    defaultValue,
    onChange,
    empty: null,
    parse: (text) => (text.trim() === '' ? null : (parseItalianTime(text) ?? text)),
    format: (time) => time ?? '',
  })
  // A form's empty optional time is ''.
  const readable = !field.value || parseItalianTime(field.value) !== null

  return (
    <TextInput
      inputMode="numeric"
      placeholder="hh:mm"
      autoComplete="off"
      {...rest}
      value={field.text}
      error={error ?? (readable ? null : 'Ora non valida: scrivere ore e minuti, per esempio 9:30.')}
      onChange={(event) => field.type(event.currentTarget.value)}
      onBlur={(event) => {
        field.settle()
        onBlur?.(event)
      }}
    />
  )
}
