import type { DataColumn } from '../../contract/overview/data-types.ts'
import { italianDay, italianNumber } from '../shared/italian.ts'

export type DataValue = string | number | boolean | null | undefined
export type DataRow = { id: number; station_id: number | null } & Record<string, DataValue>

/** Years and codes are no quantities: they are written without points. */
const IDENTIFIERS = ['Anno', 'Id MIMIT', 'Isola', 'N. pistola', 'Lato', 'Camera']
/** A value as it is read: the words of a choice, a day, a figure in Italian; nothing where nothing is known. */
export function dataText(column: DataColumn, value: DataValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (column.kind === 'choice') return column.words[String(value)] ?? String(value)
  if (column.kind === 'flag') return value ? 'Sì' : 'No'
  if (column.kind === 'date') return italianDay(String(value))
  if (column.kind === 'number') return IDENTIFIERS.includes(column.label) ? String(value) : italianNumber(Number(value))
  return String(value)
}
