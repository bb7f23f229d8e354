import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { stations } from '../../contract/stations/stations.ts'
import { query } from '../../lib/query.ts'

interface Named {
  id: number
  code: string
  name: string
}
interface StationsSelectProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** The stations chosen before, which the suggestions may not contain. */
  known: readonly Named[]
  error?: string | undefined
}
/** The stations that take the vouchers, found by typing. */
export function StationsSelect({ value, onChange, known, error }: StationsSelectProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const { data } = useQuery(query(stations.choices, { value: asked || undefined }))
  const labels = useRef(new Map<string, string>())
  for (const { id, code, name } of [...known, ...((data ?? []) as Named[])]) labels.current.set(String(id), `${code} ${name}`)
  const offered = new Set([...value.map(String), ...((data ?? []) as Named[]).map(({ id }) => String(id))])
  return (
    <MultiSelect
      label="Punti vendita"
      description="Senza, i buoni valgono in tutta la rete."
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      data={[...offered].map((id) => ({ value: id, label: labels.current.get(id) ?? `n. ${id}` }))}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      nothingFoundMessage="Nessun risultato"
      error={error}
      data-path="station_ids"
    />
  )
}
