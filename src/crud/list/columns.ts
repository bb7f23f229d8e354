import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SheetColumn } from '../../rules/shared/sheet-cells.ts'
import type { Icon } from '../../ui/icons.tsx'

/**
 * Content of a column. `sort` names the field the server orders by, `numeric` aligns right, `wide` keeps room for long names, `text` gives
 * the text where `show` is more than words with a label.
 */
export interface ColumnContent<T> extends Partial<SheetColumn<T>> {
  show: (row: T) => ReactNode
  sort?: string
  /** Width in rem, for content of a constant length such as a day or a state. The other columns share the rest. */
  width?: number
  /** Least width in rem, where others make room for it sooner than for a column that is `wide`. */
  atLeast?: number
  /** Columns with a rank disappear when there is no room, the highest first; they can still be chosen. */
  spare?: number
  /** Shown also where the person has put it away, since something in it waits for them. */
  always?: boolean
  /** Names the row and carries its link, if it is not the first column. */
  title?: boolean
  /**
   * Its line on a card, where it stands beside others with its heading for screen readers alone: `place` below the title, `chip` the row of states,
   * `foot` who and when. `none`: not on a card. Without it, a line of its own behind its heading.
   */
  card?: 'place' | 'chip' | 'foot' | 'none'
  /** What a card shows instead, where the value says nothing without its heading. */
  onCard?: (row: T) => ReactNode
}
/** A column whose text the server writes in exports too; empty becomes a dash. */
export const textColumn = <T>(column: SheetColumn<T>): ColumnContent<T> => ({ ...column, show: (row) => column.text(row) || '–' })
/**
 * Columns by heading. The first names the row and carries its link, unless another is its `title`; the next is the subtitle of its card.
 */
export type Columns<T> = Readonly<Record<string, ((row: T) => ReactNode) | ColumnContent<T>>>
export type Column<T> = ColumnContent<T> & { heading: string }

export const columnsOf = <T>(columns: Columns<T>): Column<T>[] =>
  Object.entries(columns).map(([heading, column]) => ({ heading, ...(typeof column === 'function' ? { show: column } : column) }))

/** The column that names the row. */
export const titleColumn = <C extends { title?: boolean }>(columns: readonly C[]): C | undefined =>
  columns.find(({ title }) => title) ?? columns[0]

/** Name of a row in one line: its title and the column after it. */
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
  /** Red: it deletes or removes something. */
  danger?: boolean
  /** The state of the record afterwards, for actions that change its state. */
  leadsTo?: number
}
export interface Row {
  id: number | string
}
/** The ticked rows, and how to tick them. */
export interface Ticks {
  has: (id: Row['id']) => boolean
  /** `range`: all rows from the last ticked to this one (Shift). */
  toggle: (id: Row['id'], range: boolean) => void
  /** Among the rows on this page. */
  page: 'none' | 'some' | 'all'
  togglePage: () => void
}
/** Props that table and cards share. */
export interface RowsProps<T extends Row> {
  rows: readonly T[]
  columns: readonly Column<T>[]
  link: ((row: T) => LinkProps) | undefined
  actions: ((row: T) => RowAction[]) | undefined
  /** Other rows are loading: these stay, dimmed. */
  busy: boolean
  /** A row is being opened: Back will return to it. */
  onOpen: (id: Row['id']) => void
  /** History state of the opened row's page. */
  state?: object | undefined
  /** Back leads to one of these rows, so all are drawn at once. */
  back?: boolean
  /** The row also shown in the side panel. */
  current?: Row['id'] | undefined
  /** Undefined if rows cannot be ticked. */
  ticks?: Ticks | undefined
}
