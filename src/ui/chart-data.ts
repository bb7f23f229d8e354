/** What a series means to the person (StatusChip.tsx), or none of that. */
export type ChartTone = 'ok' | 'wait' | 'error' | 'neutral' | 'plain'
export interface ChartData {
  /** What the labels are, above them in the table. */
  heading: string
  labels: readonly string[]
  /** A value for each label; null is not known, and is no zero. */
  series: readonly { name: string; tone: ChartTone; values: readonly (number | null)[] }[]
  /** Of what stays as it is until it changes, and never comes near zero: steps, on an axis around the values. */
  steps?: true
}
