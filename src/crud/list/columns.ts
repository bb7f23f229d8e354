import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SheetColumn } from '../../rules/shared/sheet-cells.ts'
import type { Icon } from '../../ui/icons.tsx'

/** What a column shows of a row; `sort` names the field the server orders by, `numeric` lines figures up on the right, `wide` keeps room for long names, `text` says it where
 * what is shown is more than words with a label. */
export interface ColumnContent<T> extends Partial<SheetColumn<T>> {
  show: (row: T) => ReactNode
  sort?: string
  /** In rem, for what is always about as long: a day, a state. The others share what is left. */
  width?: number
  /** Where there is no room for all, those with one go, the highest first; they are still among the columns to choose. */
  spare?: number
  /** It names the row and carries its link, where the first does not. */
  title?: boolean
}
/** A column whose words the server writes too: what is empty is a dash. */
export const textColumn = <T>(column: SheetColumn<T>): ColumnContent<T> => ({ ...column, show: (row) => column.text(row) || '–' })
/** By heading. The first column names the row and carries its link unless another is its `title`; the one after it is the subtitle of its card. */
export type Columns<T> = Readonly<Record<string, ((row: T) => ReactNode) | ColumnContent<T>>>
export type Column<T> = ColumnContent<T> & { heading: string }

export const columnsOf = <T>(columns: Columns<T>): Column<T>[] =>
  Object.entries(columns).map(([heading, column]) => ({ heading, ...(typeof column === 'function' ? { show: column } : column) }))

/** The column that names the row. */
export const titleColumn = <C extends { title?: boolean }>(columns: readonly C[]): C | undefined =>
  columns.find(({ title }) => title) ?? columns[0]

/** What a row is called in one line: its name, and what stands in the column after it. */
export function rowName<T>(row: T, columns: readonly Column<T>[]): string {
  const title = titleColumn(columns)
  const wordsOf = (column: Column<T> | undefined) => {
    const said = column?.text?.(row) ?? column?.show(row)
    return typeof said === 'string' ? said : ''
  }
  return [title, columns.find((column) => column !== title)].map(wordsOf).filter(Boolean).join(' · ')
}

export interface RowAction {
  label: string
  icon: Icon
  onSelect: () => unknown
  /** Red: it takes something away. */
  danger?: boolean
  /** The state that the record is in afterwards, where it is about that. */
  leadsTo?: number
}
export interface Row {
  id: number | string
}
/** How rows draw what is ticked. */
export interface Ticks {
  has: (id: Row['id']) => boolean
  /** `range`: all from the one ticked last to this one (Shift). */
  toggle: (id: Row['id'], range: boolean) => void
  /** Of the rows that are shown. */
  page: 'none' | 'some' | 'all'
  togglePage: () => void
}
/** What table and cards draw alike. */
export interface RowsProps<T extends Row> {
  rows: readonly T[]
  columns: readonly Column<T>[]
  link: ((row: T) => LinkProps) | undefined
  actions: ((row: T) => RowAction[]) | undefined
  /** Other rows are on their way: these stay, dimmed. */
  busy: boolean
  /** A row is being opened: Back will return to it. */
  onOpen: (id: Row['id']) => void
  /** What the step of an opened row keeps in the history. */
  state?: object | undefined
  /** Back leads to one of them, wherever it stands: they are all drawn at once. */
  back?: boolean
  /** The one that is shown beside them too. */
  current?: Row['id'] | undefined
  /** Where rows may be ticked. */
  ticks?: Ticks | undefined
}
