import type { TextInputProps } from '@mantine/core'
import { ActionIcon, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { formatItalianDate, parseItalianDate } from '../contract/kernel/italian-date.ts'
import classes from './DateField.module.css'
import { IconCalendar } from './icons.tsx'
import { useParsedText } from './use-parsed-text.ts'

export interface DateFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  value?: string | null
  defaultValue?: string | null
  onChange?: (value: string | null) => void
}

/**
 * A day, typed day first whatever the browser's language, or picked in the device's calendar. The value is `YYYY-MM-DD`, null when empty,
 * and the text itself while it is not a date (no schema accepts it, so it is never saved). `min` and `max` limit the calendar.
 */
export function DateField({ value, defaultValue, onChange, error, onBlur, min, max, ...rest }: DateFieldProps) {
  const native = useRef<HTMLInputElement>(null)
  const field = useParsedText<string | null>({
    value,
    defaultValue,
    onChange,
    empty: null,
    parse: (text) => (text.trim() === '' ? null : (parseItalianDate(text) ?? text)),
    format: (day) => (day === null ? '' : formatItalianDate(day)),
  })
  const day = field.value === null ? '' : parseItalianDate(field.value)

  return (
    <TextInput
      inputMode="numeric"
      placeholder="gg/mm/aaaa"
      autoComplete="off"
      {...rest}
      value={field.text}
      error={error ?? (day === null && field.text === field.value ? 'Data non valida: scrivere giorno/mese/anno.' : null)}
      onChange={(event) => field.type(event.currentTarget.value)}
      onBlur={(event) => {
        // What is no date stays in sight with its error.
        if (day !== null) field.settle()
        onBlur?.(event)
      }}
      rightSectionWidth="var(--target)"
      rightSection={
        <span className={classes.picker}>
          {/* Invisible: only its calendar is used, because its text follows the browser's language. */}
          <input
            ref={native}
            className={classes.native}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={day ?? ''}
            min={min}
            max={max}
            disabled={rest.disabled}
            onChange={(event) => field.set(event.currentTarget.value || null)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Apri il calendario"
            disabled={rest.disabled}
            onClick={() => openCalendar(native.current)}
          >
            <IconCalendar />
          </ActionIcon>
        </span>
      }
    />
  )
}

function openCalendar(input: HTMLInputElement | null) {
  try {
    input?.showPicker()
  } catch {
    input?.focus() // Where showPicker is missing or refused, focus opens the calendar of a phone.
  }
}
