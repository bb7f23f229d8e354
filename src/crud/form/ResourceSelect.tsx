import type { SelectProps } from '@mantine/core'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Named, Output } from '../../contract/kernel/endpoint.ts'
import { hasWords } from '../../contract/kernel/fold.ts'
import { query } from '../../lib/query.ts'
import { selectSoon } from '../../ui/select-soon.ts'

const DEBOUNCE_MS = 200
export type HintEndpoint = Endpoint & Named & { method: 'GET'; envelope: 'list'; acts?: never }
export type HintOf<E extends HintEndpoint> = Output<E> extends (infer H)[] ? H & { id: number } : never

interface ResourceSelectProps<E extends HintEndpoint> extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  /** A suggestions endpoint; the server ignores accents. */
  source: E
  /** Label of a suggestion. */
  say: (hint: HintOf<E>) => string
  /** More parameters that narrow the suggestions. */
  given?: object
  value?: number | null
  defaultValue?: number | null
  onChange?: (id: number | null, hint: HintOf<E> | null) => void
  /** The current record, which the suggestions may not contain. */
  chosen?: HintOf<E> | null
  /** Records that are on the device, to choose from where the server cannot be asked. */
  here?: readonly HintOf<E>[] | undefined
}

/** Selects a record by typing; asks the server 200 ms after the last key. The value is its id, null when empty. */
export function ResourceSelect<E extends HintEndpoint>({
  source,
  say,
  chosen,
  here,
  given,
  value,
  defaultValue,
  onChange,
  ...rest
}: ResourceSelectProps<E>) {
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState<HintOf<E> | null>(chosen ?? null)
  // Select writes the text of a chosen record itself only where its value is controlled.
  const [text, setText] = useState(chosen && chosen.id === (value ?? defaultValue) ? say(chosen) : '')
  const wanted = picked && text === say(picked) ? '' : text.trim()
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...query(source as any, { ...given, value: asked || undefined } as any),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const unreached = isError && data === undefined
  const hints = ((unreached ? here?.filter((one) => hasWords(say(one), wanted)) : data) ?? []) as HintOf<E>[]
  const all = picked && !hints.some((hint) => hint.id === picked.id) ? [picked, ...hints] : hints
  /** The options belong to earlier letters. Enter must not choose one that no longer matches. */
  const behind = !unreached && (isPlaceholderData || asked !== wanted)
  const key = (id: number | null | undefined) => (id === undefined ? undefined : id === null ? null : String(id))
  return (
    <Select
      searchable
      clearable
      {...rest}
      data={all.map((hint) => ({ value: String(hint.id), label: say(hint) }))}
      // The server has filtered already. The current record is shown only where the search found it.
      filter={({ options }) =>
        options.filter(
          (option) =>
            !('value' in option) ||
            (behind ? hasWords(String(option.label), wanted) : !asked || hints.some((hint) => String(hint.id) === option.value)),
        )
      }
      value={key(value)}
      defaultValue={key(defaultValue)}
      onChange={(id) => {
        const hint = all.find((one) => String(one.id) === id) ?? null
        setPicked(hint)
        onChange?.(hint?.id ?? null, hint)
      }}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      // What is typed takes the place of the record that is chosen. Later, because a click first puts the caret where it was made.
      onFocus={({ currentTarget }) => selectSoon(currentTarget)}
      // While the search is running Enter would submit the form without a choice.
      onKeyDown={(event) => event.key === 'Enter' && wanted && event.preventDefault()}
      nothingFoundMessage={isError ? 'Errore nel caricamento.' : isFetching || behind ? 'Caricamento in corso' : 'Nessun risultato'}
      rightSection={opened && isFetching ? <Loader size="xs" aria-hidden /> : undefined}
    />
  )
}
