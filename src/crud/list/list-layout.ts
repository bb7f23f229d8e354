import { usePersonal } from '../../lib/personal.ts'

/** Row heights: 28, 36 and 48 px with a mouse, at least 48 px with touch. */
export type Density = 'compact' | 'normal' | 'wide'
/** A person's layout of a list, by column heading; anything not named is as the page says. */
export interface Layout {
  order?: string[]
  /** Columns put away. */
  hidden?: string[]
  /** Columns that stay where there is no room for them. */
  shown?: string[]
  /** CSS pixels. Once one column has a custom width all have one, so that changing one moves no other. */
  widths?: Record<string, number>
  density?: Density
}
/**
 * The layout of a list, stored on this device per person, and the function that replaces it.
 * @param initial the layout until the person changes it
 */
export const useLayout = (list: string, initial: Layout = {}) => usePersonal(list, initial)

/** The columns in the person's order. A column the order does not know (added by a later version) keeps its place. */
export function inOrder<C extends { heading: string }>(columns: readonly C[], order: readonly string[] = []): C[] {
  const ordered = order.flatMap((heading) => columns.find((column) => column.heading === heading) ?? [])
  for (const [at, column] of columns.entries()) if (!ordered.includes(column)) ordered.splice(at, 0, column)
  return ordered
}

interface Sized {
  heading: string
  sort?: string
  numeric?: boolean
  wide?: boolean
  atLeast?: number
  width?: number
  spare?: number
}
/** Minimum widths in rem. */
const LEAST = 6
const LEAST_WIDE = 10
/** As wide as a touch target; with a mouse a little is left over. */
const ACTIONS_COLUMN_REM = 2.625
/** Width of the checkbox column in rem. */
export const TICK_COLUMN_REM = ACTIONS_COLUMN_REM
const LEAST_FIGURES = 5
/** Width of a letter of a heading, and of the padding around it without and with the sort icon; rem. */
const LETTER = 0.53
const [AROUND, AROUND_SORTING] = [1.25, 2.25]
const isFixed = ({ width, numeric }: Sized) => width !== undefined || numeric
/** The least width of a column in rem. */
const least = ({ heading, sort, numeric, wide, atLeast, width }: Sized) =>
  width ??
  Math.max(atLeast ?? (numeric ? LEAST_FIGURES : wide ? LEAST_WIDE : LEAST), heading.length * LETTER + (sort ? AROUND_SORTING : AROUND))
const sum = (columns: readonly Sized[], of: (column: Sized) => number) => columns.reduce((all, column) => all + of(column), 0)
const weight = ({ wide }: Sized) => (wide ? 2 : 1)

/** In em: text is larger with touch than the 14 px of a desktop, for which these figures are. */
const css = (rem: number) => `${+(rem / 0.875).toFixed(3)}em`

/**
 * CSS widths of the columns of a table. Without custom widths, numeric columns and those with a `width` take what they need and the others
 * share the rest. The sum is the width of the box (a query container), unless that is narrower than the sum of the least widths.
 * @param room width of the box in rem, to find columns whose share would be less than they need
 * @param ticks whether rows have a checkbox
 */
export function widthsOf(
  columns: readonly Sized[],
  widths: Record<string, number> | undefined,
  actions: boolean,
  room?: number,
  ticks = false,
): string[] {
  if (widths) return columns.map((column) => (widths[column.heading] ? `${widths[column.heading]}px` : css(least(column))))
  let sharing = columns.filter((column) => !isFixed(column))
  const taken = () => sum(columns, (column) => (sharing.includes(column) ? 0 : least(column)))
  /** Checkbox and menu columns, each as wide as a touch target. */
  const menus = Number(actions) + Number(ticks)
  const share = (column: Sized) => weight(column) / sum(sharing, weight)
  for (let before = -1; room && before !== sharing.length; ) {
    before = sharing.length
    const left = room - taken() - menus * ACTIONS_COLUMN_REM
    sharing = sharing.filter((column) => left * share(column) > least(column))
  }
  return columns.map((column) =>
    sharing.includes(column)
      ? `max(${css(least(column))}, (100cqi - ${css(taken())} - ${menus} * var(--target)) * ${share(column)})`
      : css(least(column)),
  )
}
/** Headings of the columns that do not fit in a box `room` rem wide; none if its width is not known. Those in `kept` stay. */
export function crowdedOut(columns: readonly Sized[], actions: boolean, room: number | undefined, kept: readonly string[] = []): string[] {
  const out: string[] = []
  let wanted = sum(columns, least) + (actions ? ACTIONS_COLUMN_REM : 0)
  for (const column of columns
    .filter(({ heading, spare }) => spare && !kept.includes(heading))
    .sort((one, other) => other.spare! - one.spare!)) {
    if (room === undefined || wanted <= room) break
    wanted -= least(column)
    out.push(column.heading)
  }
  return out
}

const MIN_WIDTH = 48
const MAX_WIDTH = 960
export const clampWidth = (px: number) => Math.round(Math.min(Math.max(px, MIN_WIDTH), MAX_WIDTH))
/** The current widths of a drawn table's columns, by heading, in CSS pixels. */
export const measureColumns = (box: Element | null): Record<string, number> =>
  Object.fromEntries(
    [...(box?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].map((head) => [
      head.dataset.column!,
      clampWidth(head.getBoundingClientRect().width),
    ]),
  )
