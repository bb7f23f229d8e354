import { usePersonal } from '../../lib/personal.ts'

/** Heights of a row: 28, 36 and 48 px under a pointer, never under 48 px under a thumb. */
export type Density = 'compact' | 'normal' | 'wide'
/** How a person has arranged a list, by the headings of its columns; what is not named is as the page says. */
export interface Layout {
  order?: string[]
  /** Undefined: those that there is no room for. */
  hidden?: string[]
  /** CSS pixels. Once one column has a width of its own all have, so that changing one moves no other. */
  widths?: Record<string, number>
  density?: Density
}
/** The layout of a list, kept on this device for each person, and the function that replaces it. `given`: as it is until the person arranges it. */
export const useLayout = (list: string, initial: Layout = {}) => usePersonal(list, initial)

/** The columns in the person's order; one the order does not know (a later version brought it) stands where the page has it. */
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
  width?: number
  spare?: number
}
/** In rem. */
const LEAST = 6
const LEAST_WIDE = 10
/** As wide as a target under a thumb; under a pointer a little is left over. */
const ACTIONS_COLUMN_REM = 2.625
/** What the box of a row that may be ticked takes; rem. */
export const TICK_COLUMN_REM = ACTIONS_COLUMN_REM
const LEAST_FIGURES = 5
/** Of a letter of a heading, and of what stands round it without and with the sign of the order; rem. */
const LETTER = 0.53
const [AROUND, AROUND_SORTING] = [1.25, 2.25]
const isFixed = ({ width, numeric }: Sized) => width !== undefined || numeric
/** Rem that a column cannot do without. */
const least = ({ heading, sort, numeric, wide, width }: Sized) =>
  width ?? Math.max(numeric ? LEAST_FIGURES : wide ? LEAST_WIDE : LEAST, heading.length * LETTER + (sort ? AROUND_SORTING : AROUND))
const sum = (columns: readonly Sized[], of: (column: Sized) => number) => columns.reduce((all, column) => all + of(column), 0)
const weight = ({ wide }: Sized) => (wide ? 2 : 1)

/** In the text's own size: under a thumb it is larger than the 14 px of a desk, which the figures here are for. */
const css = (rem: number) => `${+(rem / 0.875).toFixed(3)}em`

/**
 * CSS widths of the columns of a table. Without widths of the person's own, figures and those with a `width` take what they need, and the others
 * share what the box leaves: the sum is the width of the box (a query container), unless that is too narrow for the least of all. `room`: its width
 * in rem, to tell whose share is less than it cannot do without. `ticks`: its rows have a box to be ticked.
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
  /** Beside the columns: each as wide as a target. */
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
/** The headings that a box `room` rem wide has no room for; none where its width is not known. */
export function crowdedOut(columns: readonly Sized[], actions: boolean, room: number | undefined): string[] {
  const out: string[] = []
  let wanted = sum(columns, least) + (actions ? ACTIONS_COLUMN_REM : 0)
  for (const column of columns.filter(({ spare }) => spare).sort((one, other) => other.spare! - one.spare!)) {
    if (room === undefined || wanted <= room) break
    wanted -= least(column)
    out.push(column.heading)
  }
  return out
}

const MIN_WIDTH = 48
const MAX_WIDTH = 960
export const clampWidth = (px: number) => Math.round(Math.min(Math.max(px, MIN_WIDTH), MAX_WIDTH))
/** The widths that the columns of a drawn table have now, by heading; CSS pixels. */
export const measureColumns = (box: Element | null): Record<string, number> =>
  Object.fromEntries(
    [...(box?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].map((head) => [
      head.dataset.column!,
      clampWidth(head.getBoundingClientRect().width),
    ]),
  )
