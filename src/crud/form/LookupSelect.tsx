import { Select, type SelectProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Named } from '../../contract/kernel/endpoint.ts'
import { query } from '../../lib/query.ts'

export type ShortList = Endpoint & Named & { method: 'GET'; envelope: 'list' | 'page'; acts?: never }
interface Row {
  id: number
  name: string
}
interface LookupSelectProps extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  /** A short list, read whole, without pages: rows with `id` and `name`. */
  source: ShortList
  /** Query parameters, such as only active rows. */
  given?: object
  /** Label of a row that has no name; undefined leaves the row out. */
  say?: (row: any) => string | undefined
  value?: number | null
  defaultValue?: number | null
  onChange?: (id: number | null) => void
}
const key = (id: number | null) => (id === null ? null : String(id))

/** The rows of a short list; undefined while loading. */
function useShortList(source: ShortList, given: object) {
  const whole = source.envelope === 'page' ? { is_paginated: 0 } : {}
  const { data, isError, refetch } = useQuery(query(source, { ...whole, ...given } as Input<ShortList>))
  const rows = (source.envelope === 'page' ? (data as { data: Row[] } | undefined)?.data : data) as Row[] | undefined
  return { rows, isError, refetch }
}
/** Names of rows of a short list; their numbers until the names are known. */
export function LookupNames({ source, ids }: { source: ShortList; ids: readonly number[] }) {
  const { rows } = useShortList(source, {})
  return ids.map((id) => rows?.find((row) => row.id === id)?.name ?? `n. ${id}`).join(', ')
}
/**
 * Selects one row of a short list. The value is its id, null when empty. If the list cannot be read, the field says so and keeps its value.
 */
export function LookupSelect({ source, given = {}, say, value, defaultValue, onChange, error, ...rest }: LookupSelectProps) {
  const { rows, isError, refetch } = useShortList(source, given)
  const options =
    rows?.flatMap((row) => {
      const label = say ? say(row) : row.name
      return label === undefined ? [] : { value: String(row.id), label: label || `n. ${row.id}` }
    }) ?? []
  // The value is held here: an uncontrolled Select clears its search text when its options change, and they are new at each render.
  const [current, setCurrent] = useUncontrolled<number | null>({ value, defaultValue, finalValue: null, onChange })
  const chosen = key(current)
  // A value that is no longer offered stays visible as chosen.
  if (rows && chosen && !options.some((one) => one.value === chosen))
    options.push({ value: chosen, label: `Non più attiva (n. ${chosen})` })
  return (
    <Select
      searchable
      clearable
      {...rest}
      data={options}
      value={chosen}
      onChange={(id) => setCurrent(id === null ? null : Number(id))}
      onDropdownOpen={() => isError && void refetch()}
      error={error || (isError && 'Elenco non disponibile: aprilo per riprovare.')}
      nothingFoundMessage={rows ? 'Nessun risultato' : isError ? 'Errore nel caricamento.' : 'Caricamento in corso'}
    />
  )
}
