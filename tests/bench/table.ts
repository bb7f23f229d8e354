/** One measured figure. `ratio` is to the floor of the same run, which is what counts on a noisy machine. */
export interface Row {
  name: string
  /** With its unit. */
  value: string
  ratio?: number
  budget: string
  ok: boolean
}
const two = (value: number) => value.toLocaleString('it-IT', { maximumFractionDigits: 2 })

export const row = (name: string, value: number, unit: string, budget: string, ok: boolean, ratio?: number): Row => ({
  name,
  value: `${two(value)} ${unit}`,
  budget,
  ok,
  ...(ratio !== undefined && { ratio }),
})
/** A Markdown table, as it stands in the README. */
export const table = (rows: readonly Row[]) =>
  [
    '| What | Measured | Ratio to the floor | Budget | |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ name, value, ratio, budget, ok }) =>
        `| ${name} | ${value} | ${ratio === undefined ? '–' : `${two(ratio)}×`} | ${budget} | ${ok ? 'ok' : 'over'} |`,
    ),
  ].join('\n')

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
