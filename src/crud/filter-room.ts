/** In rem: a chip's padding and borders, a letter of its bold label, what a chip in use adds with its value and its "x", the gap between two things. */
const [CHIP, LETTER, USED, GAP] = [2.4, 0.53, 12, 0.5]
/** The search at its narrowest, and the three buttons at the end of the row. */
const SEARCH = 12
const END = 13.5
export const MORE = 'Altri filtri'

/**
 * The filters that have room for a chip beside the search and the buttons, in one row; those in use always have. Labels are measured by their
 * letters: what is a little off wraps, and nothing is lost.
 * @param room width of the row in rem; undefined where nothing has a size: then all have room
 */
export function withRoom<F extends readonly [string, { label: string }]>(
  filters: readonly F[],
  isUsed: (key: string) => boolean,
  room: number | undefined,
): F[] {
  const wide = (label: string) => CHIP + LETTER * label.length + GAP
  const needed = filters.reduce((sum, [key, { label }]) => sum + wide(label) + (isUsed(key) ? USED : 0), 0)
  const given = (room ?? Number.POSITIVE_INFINITY) - SEARCH - END
  if (needed <= given) return [...filters]
  let left = given - wide(MORE) - filters.reduce((sum, [key, { label }]) => sum + (isUsed(key) ? wide(label) + USED : 0), 0)
  const unused = filters.filter(([key]) => !isUsed(key))
  const fitting = unused.findIndex(([, { label }]) => {
    left -= wide(label)
    return left < 0
  })
  const shown = new Set(unused.slice(0, fitting))
  return filters.filter((filter) => isUsed(filter[0]) || shown.has(filter))
}
