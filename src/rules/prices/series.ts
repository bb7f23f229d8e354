/** One price of a station. Instants are ISO 8601 in UTC with milliseconds, so they compare as texts; prices are euro per unit. */
export interface PriceRow {
  fuel_id: number
  mode: 'self' | 'serve'
  price: number
  valid_from: string
  /** When it was taken back, the price before it following at that moment, or when the sale of the fuel ended; then earlier prices carry it too. */
  valid_to: string | null
}
/** A change of a series at one moment. `old` is null if no price was in force before, `new` is null if the sale ended. */
export interface PriceChange<R> {
  at: string
  old: number | null
  new: number | null
  /** The price that began or ended then. */
  row: R
}

/** Groups prices by fuel and mode, each group oldest first. */
export function seriesOf<R extends PriceRow>(rows: readonly R[]): R[][] {
  const found = new Map<string, R[]>()
  for (const row of rows) {
    const key = `${row.fuel_id} ${row.mode}`
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found.values()].map((series) => series.sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1)))
}
/** The price of a series in force at a moment: the newest that has begun, unless the sale of its fuel has ended. */
export function inForce<R extends PriceRow>(series: readonly R[], at: string): R | undefined {
  const newest = series.findLast(({ valid_from }) => valid_from <= at)
  return newest && (newest.valid_to === null || newest.valid_to > at) ? newest : undefined
}
/** The changes of a series until a moment, oldest first. */
export function changesOf<R extends PriceRow>(series: readonly R[], until: string): PriceChange<R>[] {
  return series.flatMap((row, index) => {
    const [before, after] = [series[index - 1], series[index + 1]]
    const begun = { at: row.valid_from, old: before && !endsBy(before, row.valid_from) ? before.price : null, new: row.price, row }
    const ended = row.valid_to !== null && !(after && after.valid_from <= row.valid_to)
    return [begun, ...(ended ? [{ at: row.valid_to!, old: row.price, new: null, row }] : [])].filter(({ at }) => at <= until)
  })
}
const endsBy = ({ valid_to }: PriceRow, at: string) => valid_to !== null && valid_to < at
