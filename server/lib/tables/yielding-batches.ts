import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

/** Rows of a lot. The server is one thread: all other requests wait while one lot is worked on. */
export const BATCH_ROWS = 500
/** Yields the rows in lots and lets other requests run between two of them. `size`: smaller where a row is more work. */
export async function* yieldingBatches<T>(all: readonly T[], size = BATCH_ROWS): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from) await turn()
    yield all.slice(from, from + size)
  }
}
/** How long a piece may hold everybody else, milliseconds. */
const PIECE_MS = 200
/**
 * The same where a piece costs more than its rows, such as a statement that has to be planned: at least `fewest` at a time, and as many more as are done
 * within `PIECE_MS`.
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

/** SHA-256 of the rows as JSON: that of `JSON.stringify(rows)`. */
export async function hashOfRows(rows: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256').update('[')
  let comma = ''
  for await (const lot of yieldingBatches(rows)) {
    hash.update(comma + JSON.stringify(lot).slice(1, -1))
    comma = ','
  }
  return hash.update(']').digest('hex')
}

/** What `JSON.stringify` gives of a value that holds long lists, in itself or in its objects down to the third level. */
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
