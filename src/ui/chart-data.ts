import type { LinkProps } from '@tanstack/react-router'

/** What a series means to the person (StatusChip.tsx), or none of that. */
export type ChartTone = 'ok' | 'wait' | 'error' | 'neutral' | 'plain'
/** Bars of several series stand on one another, `columns` of several beside; `rows` lie, for long names. */
export type ChartKind = 'bars' | 'columns' | 'rows' | 'line'
export interface ChartSeries {
  name: string
  tone: ChartTone
  /** A value for each label; null is not known, and is no zero. */
  values: readonly (number | null)[]
  /** Where the list of what each value counts is. */
  links?: readonly (LinkProps | undefined)[]
  /** What it is compared with, and not its own. */
  dashed?: boolean
}
export interface ChartData {
  /** What the labels are, above them in the table. */
  heading: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Of what stays as it is until it changes, and never comes near zero: steps, on an axis around the values. */
  steps?: true
}
