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

/** Letters beside the rows of a chart that half a phone has room for. */
const LINE = 22
/** A name beside a row in at most two lines, broken between words; the rest is an ellipsis. */
export function linesOf(name: string): string[] {
  const lines = ['']
  for (const word of name.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (!lines.at(-1) || longer.length <= LINE) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const [first = '', second, ...rest] = lines.map((line) => (line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line))
  if (second === undefined) return [first]
  return [first, rest.length && !second.endsWith('…') ? `${second.slice(0, LINE - 1).trimEnd()}…` : second]
}
