import type { SelectProps } from '@mantine/core'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Named, Output } from '../../contract/kernel/endpoint.ts'
import { query } from '../../lib/query.ts'

const DEBOUNCE_MS = 200
export type HintEndpoint = Endpoint & Named & { method: 'GET'; envelope: 'list'; acts?: never }
export type HintOf<E extends HintEndpoint> = Output<E> extends (infer H)[] ? H & { id: number } : never

interface ResourceSelectProps<E extends HintEndpoint> extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  /** A suggestions call: the server finds, without regard to accents. */
  source: E
  /** One suggestion in words. */
  say: (hint: HintOf<E>) => string
  /** What else narrows them. */
  given?: object
  value?: number | null
  defaultValue?: number | null
  onChange?: (id: number | null, hint: HintOf<E> | null) => void
  /** The record chosen already, which the suggestions need not hold. */
  chosen?: HintOf<E> | null
}

const holds = (label: string, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

/** Another record, found by typing: by keyboard and touch, asked 200 ms after the last key. The value is its id, null when empty. */
export function ResourceSelect<E extends HintEndpoint>({
  source,
  say,
  chosen,
  given,
  value,
  defaultValue,
  onChange,
  ...rest
}: ResourceSelectProps<E>) {
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState<HintOf<E> | null>(chosen ?? null)
  const [text, setText] = useState('')
  const wanted = picked && text === say(picked) ? '' : text.trim()
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...query(source as any, { ...given, value: asked || undefined } as any),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const hints = (data ?? []) as HintOf<E>[]
  const all = picked && !hints.some((hint) => hint.id === picked.id) ? [picked, ...hints] : hints
  /** What stands here was found for other letters: who goes on with Enter must not get what he has not typed. */
  const behind = isPlaceholderData || asked !== wanted
  const key = (id: number | null | undefined) => (id === undefined ? undefined : id === null ? null : String(id))
  return (
    <Select
      searchable
      clearable
      {...rest}
      data={all.map((hint) => ({ value: String(hint.id), label: say(hint) }))}
      // The server has filtered already; the chosen one stays out of a search that did not find it.
      filter={({ options }) =>
        options.filter(
          (option) =>
            !('value' in option) ||
            (behind ? holds(String(option.label), wanted) : !asked || hints.some((hint) => String(hint.id) === option.value)),
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
      // What is still being looked for is no answer yet: Enter would send the form without it.
      onKeyDown={(event) => event.key === 'Enter' && wanted && event.preventDefault()}
      nothingFoundMessage={isError ? 'Errore nel caricamento.' : isFetching || behind ? 'Caricamento in corso' : 'Nessun risultato'}
      rightSection={opened && isFetching ? <Loader size="xs" aria-hidden /> : undefined}
    />
  )
}
