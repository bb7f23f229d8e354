import type { TextInputProps } from '@mantine/core'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatItalianNumber, parseItalianNumber } from '../contract/kernel/italian-number.ts'
import { isPaste, pasted, shiftIn } from './automatic-decimals.ts'
import { selectSoon } from './select-soon.ts'
import { useParsedText } from './use-parsed-text.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** A text is what was typed and cannot be read. */
  value?: number | string | null
  defaultValue?: number | null
  /** `text`: what was typed, for a value that is stored while it is typed. */
  onChange?: (value: number | null, text: string) => void
  /** Decimals: 2 by default, 3 for a fuel price, 0 for a count; `none` for a year or an id, without thousands separators. */
  decimals?: number | 'none'
  /**
   * Automatic decimal mode: digits come in from the right, and an untouched box holds 0 or nothing. Without it digits are read as typed
   * (decision 007).
   */
  automatic?: 'zero' | 'empty'
}

/**
 * A number in Italian notation. The value is a number, null when the box is empty, and NaN while the text cannot be read or is ambiguous:
 * no schema accepts NaN, so what was not understood is never saved.
 */
export function NumberField({
  value,
  defaultValue,
  onChange,
  decimals: wanted = 2,
  automatic,
  error,
  onBlur,
  onFocus,
  ...rest
}: NumberFieldProps) {
  const decimals = wanted === 'none' ? 0 : wanted
  const written = (number: number) => formatItalianNumber(number, decimals, wanted !== 'none')
  const [focused, setFocused] = useState(false)
  const kept = useRef('')
  const empty = automatic === 'zero' ? 0 : null
  const field = useParsedText<number | null>({
    value: typeof value === 'string' ? Number.NaN : value,
    defaultValue,
    onChange: (next) => onChange?.(next, kept.current),
    empty,
    parse: (text) => {
      kept.current = text
      const reading = parseItalianNumber(text, decimals)
      return reading.kind === 'number' ? reading.value : reading.kind === 'empty' ? empty : Number.NaN
    },
    format: (number) =>
      number === null
        ? automatic === 'zero'
          ? written(0)
          : ''
        : Number.isNaN(number)
          ? typeof value === 'string'
            ? value
            : kept.current
          : written(number),
  })
  const reading = parseItalianNumber(field.text, decimals)
  const complaint = {
    invalid: decimals ? `Numero non valido. Esempio: ${written(decimals === 3 ? 1.789 : 1234.5)}` : 'Numero non valido.',
    'too-precise': decimals === 0 ? 'Solo numeri interi.' : `Al massimo ${decimals} decimali.`,
    ambiguous: error ? 'Scegli uno dei valori.' : null,
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
        // The box itself says best what is wrong with a text.
        error={error && complaint ? complaint : (error ?? (focused ? null : complaint))}
        onChange={({ currentTarget: { value: text }, nativeEvent }) =>
          field.type(!automatic ? text : isPaste(nativeEvent) ? pasted(text, decimals) : shiftIn(field.text, text, decimals))
        }
        onFocus={(event) => {
          setFocused(true)
          // Figures that come in from the right would be added to the sum that stands there.
          if (automatic) selectSoon(event.currentTarget)
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
              {written(candidate)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
