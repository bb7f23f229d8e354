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
/** Milliseconds of each leg, ours and those of the floor in the same run. */
export type Turns = readonly [ours: readonly (readonly number[])[], floor: readonly (readonly number[])[]]
/** The same percentile of each leg, and the middle one of these: ours is at most `most` times the floor's. */
export function against(name: string, turns: Turns, share: number, most: number): Row {
  const [ours, floor] = turns.map((legs) =>
    percentile(
      legs.map((leg) => percentile(leg, share)),
      0.5,
    ),
  ) as [number, number]
  return row(name, ours, 'ms', most, 'ratio ≤', ours / floor)
}
/** One gesture of ours and of the floor's by turns, so many legs each: what the machine does besides meets both. */
export async function byTurns<Of>(
  legs: number,
  [ours, floor]: readonly [Of, Of],
  measure: (of: Of) => Promise<number[]>,
): Promise<[number[][], number[][]]> {
  const turns: [number[][], number[][]] = [[], []]
  for (let leg = 0; leg < legs; leg++) {
    turns[1].push(await measure(floor))
    turns[0].push(await measure(ours))
  }
  return turns
}
export const notMeasured = (name: string, budget: string): Row => ({ name, value: 'not measured', budget, ok: undefined })

/** A Markdown table, as it stands in docs/benchmarks.md. */
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
/** The page with what this run printed in the place of the last one; throws if the place is not marked. */
export function intoPage(page: string, printed: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`the page has no place between ${BEGIN} and ${END}`)
  return `${page.slice(0, before + BEGIN.length)}\n${printed}\n${page.slice(after)}`
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
