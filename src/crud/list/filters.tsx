import { Checkbox, MultiSelect, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/format.ts'
import { LookupNames, LookupSelect, type ShortList } from '../form/LookupSelect.tsx'
import { type HintEndpoint, type HintOf, ResourceSelect } from '../form/ResourceSelect.tsx'

// Methods, not properties: a filter over some of the values that a parameter takes is a filter of that parameter.
export interface FilterControlProps<V> {
  label: string
  value: V | undefined
  onChange(value: V | undefined): void
  /** How many rows there are of each value, by value; undefined where it is not known (yet). */
  counts?: Record<string, number> | undefined
}
/** One filter of a list: its control, and its value in words for the chip. A list with its own kind writes its own value of this type. */
export interface Filter<V = any> {
  label: string
  /** Of a period: the parameter of its last day; its first stands under the filter's own. */
  until?: string
  say(value: V): ReactNode
  /** Called, not mounted, and so without hooks: a page makes its filters anew with each of its changes, and what is being touched must stay. */
  control(props: FilterControlProps<V>): ReactNode
}
/** Days `YYYY-MM-DD`, both included; one of them may be open. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}
export type PeriodFilter = Filter<Period> & { until: string }
/** By parameter of the list's query; in the order shown. */
export type Filters<S> = { readonly [K in keyof S]?: Filter<NonNullable<S[K]>> | PeriodFilter }
/** What drops down belongs to the popover or the sheet of the filter: it scrolls with it, and a tap in it is no tap outside. */
const IN_PLACE = { withinPortal: false }
type Options = Readonly<Record<string, string>>
/** What a value is called, with how many rows there are of it: seen beside the name, heard after it. */
const withCount = (name: string, value: string, counts: FilterControlProps<unknown>['counts']) => {
  if (!counts) return { label: name }
  const rows = count(counts[value] ?? 0)
  return {
    label: (
      <>
        {name} <span aria-hidden>· {rows}</span>
      </>
    ),
    'aria-description': `${rows} righe`,
  }
}

/** One of a few values; `options` are their names, by value. */
export const oneOf = (label: string, options: Options): Filter<string> => ({
  label,
  say: (value) => options[value] ?? value,
  control: ({ value, onChange, counts }) => (
    <Radio.Group value={value ?? ''} onChange={(next) => onChange(next || undefined)} aria-label={label}>
      <Stack gap={0}>
        <Radio value="" label="Tutti" />
        {Object.entries(options).map(([key, name]) => (
          <Radio key={key} value={key} {...withCount(name, key, counts)} />
        ))}
      </Stack>
    </Radio.Group>
  ),
})
/** Any of a few values. */
export const anyOf = <K extends string>(label: string, options: Readonly<Record<K, string>>): Filter<K[]> => ({
  label,
  say: (values) => values.map((value) => options[value] ?? value).join(', '),
  control: ({ value, onChange, counts }) => (
    <Checkbox.Group value={[...(value ?? [])]} onChange={(next) => onChange(next.length ? (next as K[]) : undefined)} aria-label={label}>
      <Stack gap={0}>
        {Object.entries<string>(options).map(([key, name]) => (
          <Checkbox key={key} value={key} {...withCount(name, key, counts)} />
        ))}
      </Stack>
    </Checkbox.Group>
  ),
})
/** Any of many values, found by typing. */
export const anyOfMany = (label: string, options: Options): Filter<string[]> => ({
  label,
  say: (values) => values.map((value) => options[value] ?? value).join(', '),
  control: ({ value, onChange, counts }) => (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      comboboxProps={IN_PLACE}
      aria-label={label}
      placeholder={value?.length ? undefined : 'Cerca'}
      nothingFoundMessage="Nessun risultato"
      data={Object.entries(options).map(([key, name]) => ({ value: key, label: name }))}
      renderOption={({ option }) => withCount(option.label, option.value, counts).label}
      value={[...(value ?? [])]}
      onChange={(next) => onChange(next.length ? next : undefined)}
    />
  ),
})
/** Any of the values that there are, which the list counts. */
export const anyPresent = (label: string): Filter<string[]> => ({
  label,
  say: (values) => values.join(', '),
  control: ({ counts, ...more }) =>
    anyOfMany(label, Object.fromEntries([...(more.value ?? []), ...Object.keys(counts ?? {}).toSorted()].map((one) => [one, one]))).control(
      {
        ...more,
        counts,
      },
    ),
})
/** One of a short list. */
export const lookup = (label: string, source: ShortList): Filter<number[]> => ({
  label,
  say: (ids) => <LookupNames source={source} ids={ids} />,
  control: ({ value, onChange }) => (
    <LookupSelect
      source={source}
      aria-label={label}
      comboboxProps={IN_PLACE}
      value={value?.[0] ?? null}
      onChange={(id) => onChange(id === null ? undefined : [id])}
    />
  ),
})
/** Yes, no, or not asked. */
export const yesNo = (label: string): Filter<boolean> => ({
  label,
  say: (value) => (value ? 'sì' : 'no'),
  control: ({ value, onChange, counts }) => (
    <Radio.Group
      value={value === undefined ? '' : String(value)}
      onChange={(next) => onChange(next ? next === 'true' : undefined)}
      aria-label={label}
    >
      <Radio value="" label="Tutti" />
      <Radio value="true" {...withCount('Sì', 'true', counts)} />
      <Radio value="false" {...withCount('No', 'false', counts)} />
    </Radio.Group>
  ),
})
/** One record of another resource; its name is known to the chip when it was chosen here. */
export function related<E extends HintEndpoint>(label: string, source: E, say: (hint: HintOf<E>) => string): Filter<number[]> {
  const names = new Map<number, string>()
  return {
    label,
    say: (ids) => ids.map((id) => names.get(id) ?? `n. ${id}`).join(', '),
    control: ({ value, onChange }) => (
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
