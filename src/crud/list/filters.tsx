import { Checkbox, MultiSelect, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/format.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { optionsFilter } from '../../ui/options-filter.ts'
import { LookupNames, LookupSelect, type ShortList } from '../form/LookupSelect.tsx'
import { type HintEndpoint, type HintOf, ResourceSelect } from '../form/ResourceSelect.tsx'

// Methods rather than properties: their parameters are bivariant, so a filter over some of a parameter's values fits the parameter.
export interface FilterControlProps<V> {
  label: string
  value: V | undefined
  onChange(value: V | undefined): void
  /** Number of rows per value; undefined while not known. */
  counts?: Record<string, number> | undefined
}
/** A filter of a list: its control, and its value in words for the chip. A list with a special control writes its own. */
export interface Filter<V = any> {
  label: string
  /** It gives a value to many rows at once (`bulk`), and the list is not filtered by it. */
  bulkOnly?: true
  /** For a period: parameter of its last day; the first day is under the filter's own name. */
  until?: string
  say(value: V): ReactNode
  /**
   * Called as a function, not mounted, so it may not use hooks: pages create their filters anew at each render, and a mounted control would
   * lose its state.
   */
  control(props: FilterControlProps<V>): ReactNode
}
/** Days `YYYY-MM-DD`, both included; either may be open. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}
export type PeriodFilter = Filter<Period> & { until: string }
/** Filters by query parameter, in the order shown. */
export type Filters<S> = { readonly [K in keyof S]?: Filter<NonNullable<S[K]>> | PeriodFilter }
/** Dropdowns stay inside the popover or sheet of the filter: they scroll with it, and a tap in them is not a tap outside. */
const IN_PLACE = { withinPortal: false }
type Options = Readonly<Record<string, string>>
/** The label of a value with its number of rows, shown beside the name and announced after it. */
const withCount = (name: string, value: string, counts: FilterControlProps<unknown>['counts']) => {
  if (!counts) return { label: name }
  const rows = count(counts[value] ?? 0)
  return {
    label: (
      <>
        {name} <span aria-hidden>· {rows}</span>
      </>
    ),
    'aria-description': howMany(counts[value] ?? 0, 'riga', 'righe'),
  }
}

/** One of a few values; `options` are their labels by value. */
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
      filter={optionsFilter}
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
/** Any of the values that occur, as the list counts them. */
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
/** One row of a short list. */
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
/** Yes, no, or no filter. */
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
/** One record of another resource. The chip knows its name if it was chosen here. */
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
