import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stations } from '../../contract/stations/stations.ts'
import { query } from '../../lib/query.ts'

interface Named {
  id: number
  code: string
  name: string
}
interface StationsSelectProps {
  label: string
  /** The stations that are chosen already, by name. */
  known: readonly Named[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
}
const nameOf = ({ code, name }: Named) => `${code} ${name}`

/** Chooses stations by typing; the server is asked 200 ms after the last key. */
export function StationsSelect({ label, known, value, onChange, error }: StationsSelectProps) {
  const [chosen, setChosen] = useState<readonly number[]>(value)
  const [names, setNames] = useState<readonly Named[]>(known)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const { data, isError } = useQuery({ ...query(stations.suggest, { value: asked || undefined }), placeholderData: keepPreviousData })
  const all = [...names, ...(data ?? []).filter(({ id }) => !names.some((one) => one.id === id))]
  return (
    <MultiSelect
      label={label}
      searchable
      clearable
      data={all.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
      value={chosen.map(String)}
      onChange={(next) => {
        const ids = next.map(Number)
        setNames(all.filter(({ id }) => ids.includes(id)))
        setChosen(ids)
        onChange(ids)
      }}
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already, in more than what the label says.
      filter={({ options }) => options}
      nothingFoundMessage={isError ? 'Errore nel caricamento.' : 'Nessun risultato'}
      error={error}
    />
  )
}
