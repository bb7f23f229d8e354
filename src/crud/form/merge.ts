export type Values = Record<string, unknown>

/** An empty box is null, whatever it held; NaN stands for a number that could not be read. */
const normalized = (_key: string, value: unknown) => (value === undefined || value === '' ? null : Number.isNaN(value) ? 'NaN' : value)
export const sameValue = (a: unknown, b: unknown) => JSON.stringify(a, normalized) === JSON.stringify(b, normalized)

export interface Merge {
  /** My changes, and theirs in the fields I left alone. */
  merged: Values
  /** Fields that both changed, differently. */
  disputed: string[]
  /** Fields taken from the server. */
  taken: string[]
}
/** Merges three versions of a record, field by field: as it was when I began, mine, and the server's current one. */
export function merge(base: Values, mine: Values, theirs: Values): Merge {
  const out: Merge = { merged: {}, disputed: [], taken: [] }
  for (const key of Object.keys(mine)) {
    const untouched = sameValue(mine[key], base[key])
    out.merged[key] = untouched ? theirs[key] : mine[key]
    if (sameValue(mine[key], theirs[key])) continue
    if (untouched) out.taken.push(key)
    else if (!sameValue(theirs[key], base[key])) out.disputed.push(key)
  }
  return out
}
