import { MultiSelect, type MultiSelectProps } from '@mantine/core'

interface NamedMultiSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  of: { data?: readonly { id: number; name: string }[] | undefined; isError: boolean; refetch: () => unknown }
  value: number[]
  onChange: (ids: number[]) => void
}
/** Chooses ids by their names. If the list cannot be read, the input says so. */
export const NamedMultiSelect = ({ of: { data, isError, refetch }, value, onChange, error, ...rest }: NamedMultiSelectProps) => (
  <MultiSelect
    {...rest}
    searchable
    clearable
    data={(data ?? value.map((id) => ({ id, name: `n. ${id}` }))).map(({ id, name }) => ({ value: String(id), label: name }))}
    value={value.map(String)}
    onChange={(ids) => onChange(ids.map(Number))}
    onDropdownOpen={() => isError && void refetch()}
    error={error || (isError && 'Elenco non disponibile: aprilo per riprovare.')}
    nothingFoundMessage={data ? 'Nessun risultato' : isError ? 'Errore nel caricamento.' : 'Caricamento in corso'}
  />
)
