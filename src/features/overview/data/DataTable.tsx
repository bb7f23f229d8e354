import type { CSSProperties } from 'react'
import { columnsOf, dataQuery } from '../../../contract/overview/data-query.ts'
import { type DataColumn, type DataTypeName, dataTypes } from '../../../contract/overview/data-types.ts'
import type { ColumnContent } from '../../../crud/list/columns.ts'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useCan } from '../../../lib/session.ts'
import { type DataRow, dataText } from '../../../rules/overview/data-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconStack2 } from '../../../ui/icons.tsx'
import { filtersOf } from './filters.tsx'

/** In rem, what a column of a kind takes; texts share what is left. */
const WIDTHS: Partial<Record<DataColumn['kind'], number>> = { date: 7, flag: 5.5, number: 7 }
/** Least width of a column whose heading is wider than its values: the letters, the sort mark and the space around. */
const widthOf = ({ kind, label }: DataColumn) => WIDTHS[kind] && Math.max(WIDTHS[kind], 0.55 * label.length + 2.75)
/** Columns that are there from the start, and the state wherever it stands; of the others, the last go first where there is no room. */
const ALWAYS = 5
/** Least width of a state, so that "In manutenzione" is whole. */
const STATE = 8.5
const shown = ([name, column]: [string, DataColumn], at: number): [string, ColumnContent<DataRow>] => [
  column.label,
  {
    show: (row) => dataText(column, row[name]) || '–',
    text: (row) => dataText(column, row[name]),
    sort: name,
    ...(column.kind === 'number' && { numeric: true }),
    ...(WIDTHS[column.kind] && { width: widthOf(column)! }),
    ...(name === 'status' ? { width: STATE } : at >= ALWAYS && { spare: at }),
  },
]

/** The rows of a type, each with the way to its station. */
export function DataTable({ name }: { name: DataTypeName }) {
  const list = useListState(dataQuery[name])
  const can = useCan()
  const columns = Object.entries(columnsOf(name))
  const size = (list.search as { per_page?: number }).per_page ?? 25
  return (
    <div style={{ '--columns': columns.length } as CSSProperties}>
      <PagedTable
        {...list}
        given={{ per_page: size }}
        columns={Object.fromEntries(columns.map(shown)) as never}
        filters={filtersOf(columns) as never}
        link={
          dataTypes[name].placed && can('net.field')
            ? (row: DataRow) => ({ to: '/stazioni/$id', params: { id: String(row.station_id) } })
            : undefined
        }
        empty={<EmptyState icon={IconStack2} message="Nessun dato di questo tipo." />}
      />
    </div>
  )
}
