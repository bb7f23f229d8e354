/** A rectangle of the screen, in CSS px. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
/** Distance from the bottom right corner, in CSS px. */
export interface Shift {
  up: number
  left: number
}
const STEP = 8
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const moved = ({ left, top, right, bottom }: Box, by: Shift): Box => ({
  left: left - by.left,
  right: right - by.left,
  top: top - by.up,
  bottom: bottom - by.up,
})

/**
 * The shift nearest to the corner where `box` (given at the corner) covers none of `buttons`, within `most`. If there is none, the one that
 * covers the fewest.
 */
export function freePlace(box: Box, buttons: Box[], most: Shift): Shift {
  let best: Shift & { covered: number } = { up: 0, left: 0, covered: Number.POSITIVE_INFINITY }
  for (let far = 0; far <= most.up + most.left && best.covered; far += STEP)
    for (let left = Math.max(0, far - most.up); left <= Math.min(far, most.left) && best.covered; left += STEP) {
      const shift = { up: far - left, left }
      const there = moved(box, shift)
      const covered = buttons.filter((button) => overlap(there, button)).length
      if (covered < best.covered) best = { ...shift, covered }
    }
  return { up: best.up, left: best.left }
}
