/** One measured figure. `ratio` is to the floor of the same run, which is what counts on a noisy machine. */
export interface Row {
  name: string
  /** With its unit. */
  value: string
  ratio?: number | undefined
  budget: string
  ok: boolean | undefined
}
type Bound = '≤' | '≥' | 'ratio ≤' | 'ratio ≥'
const two = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 0.1 ? 3 : 2 })

/** `bound` says what is held to `budget`: the value itself or its ratio to the floor. */
export function row(name: string, value: number, unit: string, budget: number, bound: Bound, ratio?: number): Row {
  const held = bound.startsWith('ratio') ? (ratio ?? Number.NaN) : value
  return {
    name,
    value: Number.isNaN(value) ? 'not measured' : `${two(value)} ${unit}`.trim(),
    ratio,
    budget: bound.startsWith('ratio') ? `${bound.slice(6)} ${budget}×` : `${bound} ${two(budget)} ${unit}`.trim(),
    ok: Number.isNaN(held) ? undefined : bound.endsWith('≤') ? held <= budget : held >= budget,
  }
}
/** Times in milliseconds and those of the floor in the same run; the same percentile of both is compared, and ours is at most `most` times the floor's. */
export const against = (name: string, ours: readonly number[], floor: readonly number[], share: number, most: number): Row =>
  row(name, percentile(ours, share), 'ms', most, 'ratio ≤', percentile(ours, share) / percentile(floor, share))
export const notMeasured = (name: string, budget: string): Row => ({ name, value: 'not measured', budget, ok: undefined })

/** A Markdown table, as it stands in the README. */
export const table = (rows: readonly Row[]) =>
  [
    '| What | Ratio to the floor | Measured | Budget | |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ name, value, ratio, budget, ok }) =>
        `| ${name} | ${ratio === undefined || Number.isNaN(ratio) ? '–' : `${two(ratio)}×`} | ${value} | ${budget} | ${ok === undefined ? '–' : ok ? 'ok' : '**over**'} |`,
    ),
  ].join('\n')

const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']
/** The README with what a run printed in the place of what the last one did. Throws where the place is not marked. */
export function intoReadme(readme: string, printed: string): string {
  const [before, after] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`the README has no place between ${BEGIN} and ${END}`)
  return `${readme.slice(0, before + BEGIN.length)}\n${printed}\n${readme.slice(after)}`
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
