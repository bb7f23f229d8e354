import { Autocomplete, type AutocompleteProps, type ComboboxItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '../../contract/kernel/endpoint.ts'
import { hasWords } from '../../contract/kernel/fold.ts'
import { query } from '../../lib/query.ts'
import type { ShortList } from './LookupSelect.tsx'

/** Letters before anything is suggested, and the pause after the last one. */
const FEWEST = 2
const PAUSE_MS = 200

interface SuggestFieldProps extends Omit<AutocompleteProps, 'data' | 'filter'> {
  /** A call of suggestions, asked with `value`. */
  source: ShortList
  /** The text that a row suggests. */
  say: (row: any) => string
}
/** A text with suggestions while it is typed. Any other text may be written too, and without a network nothing is suggested. */
export function SuggestField({ source, say, onChange, ...rest }: SuggestFieldProps) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery({ ...query(source, { value: asked } as unknown as Input<ShortList>, true), enabled: asked.length >= FEWEST })
  const words = [...new Set((data as unknown[] | undefined)?.map(say))]
  return (
    <Autocomplete
      {...rest}
      data={words}
      // The server folds accents and apostrophes, so the box does too.
      filter={({ options, search }) => (options as ComboboxItem[]).filter(({ label }) => hasWords(label, search))}
      onChange={(text) => {
        setTyped(text)
        onChange?.(text)
      }}
    />
  )
}
