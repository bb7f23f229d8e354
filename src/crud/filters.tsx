import { Checkbox, MultiSelect, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { day } from '../lib/format.ts'
import { DateField } from '../ui/DateField.tsx'
import { type HintEndpoint, type HintOf, ResourceSelect } from './ResourceSelect.tsx'

// Methods, not properties: a filter over some of the values that a parameter takes is a filter of that parameter.
export interface FilterControlProps<V> {
  label: string
  value: V | undefined
  onChange(value: V | undefined): void
}
/** One filter of a list: its control, and its value in words for the chip. A list with its own kind writes its own value of this type. */
export interface Filter<V = any> {
  label: string
  say(value: V): ReactNode
  Control(props: FilterControlProps<V>): ReactNode
}
/** By parameter of the list's query; in the order shown. */
export type Filters<S> = { readonly [K in keyof S]?: Filter<NonNullable<S[K]>> }
/** What drops down belongs to the popover or the sheet of the filter: it scrolls with it, and a tap in it is no tap outside. */
const IN_PLACE = { withinPortal: false }
type Options = Readonly<Record<string, string>>

/** One of a few values; `options` are their names, by value. */
export const oneOf = (label: string, options: Options): Filter<string> => ({
  label,
  say: (value) => options[value] ?? value,
  Control: ({ value, onChange }) => (
    <Radio.Group value={value ?? ''} onChange={(next) => onChange(next || undefined)} aria-label={label}>
      <Stack gap={0}>
        <Radio value="" label="Tutti" />
        {Object.entries(options).map(([key, name]) => (
          <Radio key={key} value={key} label={name} />
        ))}
      </Stack>
    </Radio.Group>
  ),
})
/** Any of a few values. */
export const anyOf = <K extends string>(label: string, options: Readonly<Record<K, string>>): Filter<K[]> => ({
  label,
  say: (values) => values.map((value) => options[value] ?? value).join(', '),
  Control: ({ value, onChange }) => (
    <Checkbox.Group value={[...(value ?? [])]} onChange={(next) => onChange(next.length ? (next as K[]) : undefined)} aria-label={label}>
      <Stack gap={0}>
        {Object.entries<string>(options).map(([key, name]) => (
          <Checkbox key={key} value={key} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  ),
})
/** Any of many values, found by typing. */
export const someOf = (label: string, options: Options): Filter<string[]> => ({
  label,
  say: (values) => values.map((value) => options[value] ?? value).join(', '),
  Control: ({ value, onChange }) => (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      comboboxProps={IN_PLACE}
      aria-label={label}
      placeholder={value?.length ? undefined : 'Cerca'}
      nothingFoundMessage="Nessun risultato"
      data={Object.entries(options).map(([key, name]) => ({ value: key, label: name }))}
      value={[...(value ?? [])]}
      onChange={(next) => onChange(next.length ? next : undefined)}
    />
  ),
})
/** Yes, no, or not asked. */
export const yesNo = (label: string): Filter<boolean> => ({
  label,
  say: (value) => (value ? 'sì' : 'no'),
  Control: ({ value, onChange }) => (
    <Radio.Group
      value={value === undefined ? '' : String(value)}
      onChange={(next) => onChange(next ? next === 'true' : undefined)}
      aria-label={label}
    >
      <Radio value="" label="Tutti" />
      <Radio value="true" label="Sì" />
      <Radio value="false" label="No" />
    </Radio.Group>
  ),
})
/** A day `YYYY-MM-DD`; a range is two of them, `from` and `to`. */
export const onDay = (label: string): Filter<string> => ({
  label,
  say: day,
  Control: ({ value, onChange }) => (
    <DateField
      aria-label={label}
      value={value ?? null}
      onChange={(next) => {
        if (next === null || /^\d{4}-\d\d-\d\d$/.test(next)) onChange(next ?? undefined)
      }}
    />
  ),
})
/** One record of another resource; its name is known to the chip when it was chosen here. */
export function related<E extends HintEndpoint>(label: string, source: E, say: (hint: HintOf<E>) => string): Filter<number[]> {
  const names = new Map<number, string>()
  return {
    label,
    say: (ids) => ids.map((id) => names.get(id) ?? `n. ${id}`).join(', '),
    Control: ({ value, onChange }) => (
      <ResourceSelect
        source={source}
        say={say}
        aria-label={label}
        comboboxProps={IN_PLACE}
        value={value?.[0] ?? null}
        onChange={(id, hint) => {
          if (hint) names.set(hint.id, say(hint))
          onChange(id === null ? undefined : [id])
        }}
      />
    ),
  }
}
