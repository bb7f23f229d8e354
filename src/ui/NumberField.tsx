import type { TextInputProps } from '@mantine/core'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatItalianNumber, parseItalianNumber } from './italian-number.ts'
import { useParsedText } from './use-parsed-text.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
  /** 2 by default (doc 0 §5), 3 for a fuel price, 0 for a count. */
  decimals?: number
}

/**
 * A number as Italians write it. The value is a number, null when the box is empty, and NaN while the text cannot be read or has two
 * meanings: no schema accepts NaN, so what was not understood is never saved.
 */
export function NumberField({ value, defaultValue, onChange, decimals = 2, error, onBlur, onFocus, ...rest }: NumberFieldProps) {
  const [focused, setFocused] = useState(false)
  const [kept, setKept] = useState('')
  const field = useParsedText<number | null>({
    value,
    defaultValue,
    onChange,
    empty: null,
    parse: (text) => {
      setKept(text)
      const reading = parseItalianNumber(text, decimals)
      return reading.kind === 'number' ? reading.value : reading.kind === 'empty' ? null : Number.NaN
    },
    format: (number) => (number === null ? '' : Number.isNaN(number) ? kept : formatItalianNumber(number, decimals)),
  })
  const reading = parseItalianNumber(field.text, decimals)
  const complaint = {
    invalid: 'Numero non valido.',
    'too-precise': decimals === 0 ? 'Solo numeri interi.' : `Al massimo ${decimals} decimali.`,
    ambiguous: null,
    empty: null,
    number: null,
  }[reading.kind]

  return (
    <div>
      <TextInput
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...rest}
        value={field.text}
        error={error ?? (focused ? null : complaint)}
        onChange={(event) => field.type(event.currentTarget.value)}
        onFocus={(event) => {
          setFocused(true)
          onFocus?.(event)
        }}
        onBlur={(event) => {
          setFocused(false)
          field.settle()
          onBlur?.(event)
        }}
      />
      {reading.kind === 'ambiguous' && (
        <Group gap="xs" mt="xs" role="status">
          <Text size="sm">Quale valore?</Text>
          {reading.values.map((candidate) => (
            <Button key={candidate} size="xs" variant="default" onClick={() => field.set(candidate)}>
              {formatItalianNumber(candidate, decimals)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
