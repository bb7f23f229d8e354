import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

/** Rows of a batch. The server is one thread: all other requests wait while it works on one batch. */
export const BATCH_ROWS = 500
/** Yields the rows in batches and lets other requests run in between. `size` is smaller where a row is more work. */
export async function* yieldingBatches<T>(all: readonly T[], size = BATCH_ROWS): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from) await turn()
    yield all.slice(from, from + size)
  }
}
/** A batch should not keep other requests waiting for longer, milliseconds. */
const PIECE_MS = 200
/**
 * The same where a batch itself has a cost, such as the planning of a statement: at least `fewest` rows, and more as long as a batch takes less than
 * `PIECE_MS`.
 */
export async function* pacedBatches<T>(all: readonly T[], fewest: number): AsyncGenerator<readonly T[]> {
  let size = fewest
  for (let from = 0; from < all.length; ) {
    if (from) await turn()
    const since = performance.now()
    yield all.slice(from, from + size)
    from += size
    size = Math.max(fewest, Math.min(2 * size, Math.round((size * PIECE_MS) / (performance.now() - since))))
  }
}
export const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > BATCH_ROWS

/** SHA-256 of `JSON.stringify(rows)`. */
export async function hashOfRows(rows: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update('[')
  let comma = ''
  for await (const lot of yieldingBatches(rows)) {
    hash.update(comma + JSON.stringify(lot).slice(1, -1))
    comma = ','
  }
  return hash.update(']').digest('hex')
}

/** `JSON.stringify` of a value with long lists, down to the third level of its objects, in batches. */
export async function stringifyLong(value: unknown): Promise<string> {
  if (isLong(value)) {
    const texts: string[] = []
    for await (const lot of yieldingBatches(value)) texts.push(JSON.stringify(lot).slice(1, -1))
    return `[${texts.join()}]`
  }
  if (!holdsLong(value)) return JSON.stringify(value)
  const members: string[] = []
  for (const [key, inner] of Object.entries(value as object))
    if (inner !== undefined) members.push(`${JSON.stringify(key)}:${await stringifyLong(inner)}`)
  return `{${members.join()}}`
}
export const holdsLong = (value: unknown, depth = 3): boolean =>
  isLong(value) ||
  (depth > 0 &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).some((inner) => holdsLong(inner, depth - 1)))
