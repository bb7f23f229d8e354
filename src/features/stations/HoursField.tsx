import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { type DayHours, hoursError, hoursText, parseHours } from '../../rules/stations/opening-hours.ts'

/** Hours offered beside those the week already has. */
const USUAL = ['24 ore', 'Chiuso', '07:00–12:30, 15:00–19:30', '06:30–20:00']
const all: AutocompleteProps['filter'] = ({ options }) => options

interface HoursFieldProps extends Omit<AutocompleteProps, 'value' | 'defaultValue' | 'onChange' | 'data'> {
  value: DayHours | null
  /** Null where nothing is known of the day; what cannot be read stays in `open1` (`readHours`). */
  onChange: (value: Required<DayHours> | null) => void
  /** Hours as text that the person may choose instead of typing. */
  offers: readonly string[]
}

/** The hours of a day in one field: typed as on a door (`8-12.30 15-19`), or chosen. While it has the focus the text is the person's. */
export function HoursField({ value, onChange, offers, error, onFocus, onBlur, ...rest }: HoursFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (value ? hoursText(value) : '')
  return (
    <Autocomplete
      placeholder="8-12.30 15-19"
      autoComplete="off"
      autoCapitalize="none"
      maxLength={60}
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start' }}
      {...rest}
      data={[...new Set([...offers, ...USUAL])]}
      filter={all}
      value={text}
      error={error ?? (typed === undefined && value ? hoursError(value) : undefined)}
      onChange={(next) => {
        setTyped(next)
        onChange(parseHours(next))
      }}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
