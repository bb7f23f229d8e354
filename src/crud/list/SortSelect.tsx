import { NativeSelect } from '@mantine/core'
import type { Column } from './columns.ts'
import { readSort, type SortStep, writeSort } from './list-search.ts'

interface SortSelectProps {
  columns: readonly Column<never>[]
  sort: readonly SortStep[]
  onSort: (steps: SortStep[]) => void
}

/** Chooses the order of a list on a phone, where there are no headers. */
export function SortSelect({ columns, sort, onSort }: SortSelectProps) {
  const sortable = columns.flatMap(({ heading, sort: field }) => (field ? [{ heading, field }] : []))
  if (!sortable.length) return null
  return (
    <NativeSelect
      label="Ordina per"
      value={writeSort(sort.slice(0, 1)) ?? ''}
      onChange={(event) =>
        onSort(
          readSort(
            event.currentTarget.value,
            sortable.map(({ field }) => field),
          ),
        )
      }
      data={[
        { value: '', label: 'Predefinito' },
        ...sortable.flatMap(({ heading, field }) => [
          { value: field, label: `${heading}, crescente` },
          { value: `-${field}`, label: `${heading}, decrescente` },
        ]),
      ]}
    />
  )
}
