import type { LinkProps } from '@tanstack/react-router'

/** Meaning of a series to the person (StatusChip.tsx), or `plain`. */
export type ChartTone = 'ok' | 'wait' | 'error' | 'neutral' | 'plain'
/** `bars` stacks several series, `columns` puts them side by side; `rows` are horizontal, for long names. */
export type ChartKind = 'bars' | 'columns' | 'rows' | 'line'
export interface ChartSeries {
  name: string
  tone: ChartTone
  /** One value per label; null means unknown, not zero. */
  values: readonly (number | null)[]
  /** For each value, a link to the list of what it counts. */
  links?: readonly (LinkProps | undefined)[]
  /** A series for comparison. */
  dashed?: boolean
}
export interface ChartData {
  /** Heading of the labels in the table. */
  heading: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** For values that stay until they change and are never near zero: steps, on an axis around the values. */
  steps?: true
}
