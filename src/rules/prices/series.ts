/** Prices of a station over time. Instants are ISO 8601 in UTC with milliseconds, so that they compare as texts; prices are euro per unit. */
export interface PriceRow {
  fuel_id: number
  mode: 'self' | 'serve'
  price: number
  valid_from: string
  /** Since when the fuel was not sold any longer. Earlier prices of it may have it too. */
  valid_to: string | null
}
/** What became of a series at a moment; `old` is null where none was in force before, `new` where the sale ended. */
export interface PriceChange<R> {
  at: string
  old: number | null
  new: number | null
  /** What began or ended then. */
  row: R
}

/** The prices of each fuel and mode, oldest first. */
export function seriesOf<R extends PriceRow>(rows: readonly R[]): R[][] {
  const found = new Map<string, R[]>()
  for (const row of rows) {
    const key = `${row.fuel_id} ${row.mode}`
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found.values()].map((series) => series.sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1)))
}
/** What is in force of a series at a moment: the newest that has begun, unless its fuel is sold no more. */
export function inForce<R extends PriceRow>(series: readonly R[], at: string): R | undefined {
  const newest = series.findLast(({ valid_from }) => valid_from <= at)
  return newest && (newest.valid_to === null || newest.valid_to > at) ? newest : undefined
}
/** How a series changed until a moment, oldest first. */
export function changesOf<R extends PriceRow>(series: readonly R[], until: string): PriceChange<R>[] {
  return series.flatMap((row, index) => {
    const [before, after] = [series[index - 1], series[index + 1]]
    const begun = { at: row.valid_from, old: before && !endsBy(before, row.valid_from) ? before.price : null, new: row.price, row }
    const ended = row.valid_to !== null && !(after && after.valid_from <= row.valid_to)
    return [begun, ...(ended ? [{ at: row.valid_to!, old: row.price, new: null, row }] : [])].filter(({ at }) => at <= until)
  })
}
const endsBy = ({ valid_to }: PriceRow, at: string) => valid_to !== null && valid_to <= at
