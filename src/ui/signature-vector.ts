import type { PointGroup } from 'signature_pad'

/** A signature as strokes, in widths of the pad it was begun on, so that it can be redrawn at any size. */
export interface SignatureVector {
  strokes: { x: number; y: number; pressure: number; time: number }[][]
}

/** Height of the stored picture in widths. */
export const HEIGHT = 0.4
/** Strokes with a total length below this, in widths, are an accidental touch. */
const SHORTEST = 0.15

export const fromGroups = (groups: PointGroup[], width: number): SignatureVector => ({
  strokes: groups.map(({ points }) => points.map(({ x, y, pressure, time }) => ({ x: x / width, y: y / width, pressure, time }))),
})

/** Pen widths scale with the pad; `width` in the pixels the pad draws in. */
export const pen = (width: number) => ({ minWidth: width * 0.0015, maxWidth: width * 0.006, dotSize: width * 0.006 })

const all = ({ strokes }: SignatureVector) => strokes.flat()
const widest = (numbers: number[], least: number) => numbers.reduce((most, number) => Math.max(most, number), least)

/** Pixels per unit so that everything is visible: turning the device scales a signature without distorting or clipping it. */
export const scaleIn = (vector: SignatureVector, width: number, height: number) =>
  Math.min(
    width /
      widest(
        all(vector).map(({ x }) => x),
        1,
      ),
    height /
      widest(
        all(vector).map(({ y }) => y),
        HEIGHT,
      ),
  )

/**
 * The strokes moved and scaled to the middle of a sheet one unit wide and `HEIGHT` high; a small signature is enlarged at most 1.5 times.
 */
export function centred(vector: SignatureVector): SignatureVector {
  const [xs, ys] = [all(vector).map(({ x }) => x), all(vector).map(({ y }) => y)]
  const [right, bottom] = [widest(xs, Number.NEGATIVE_INFINITY), widest(ys, Number.NEGATIVE_INFINITY)]
  const [left, top] = [
    -widest(
      xs.map((x) => -x),
      Number.NEGATIVE_INFINITY,
    ),
    -widest(
      ys.map((y) => -y),
      Number.NEGATIVE_INFINITY,
    ),
  ]
  const size = Math.min(1.5, 0.94 / (right - left || 1), (0.9 * HEIGHT) / (bottom - top || 1))
  const move = (at: number, from: number, to: number, room: number) => (at - (from + to) / 2) * size + room / 2
  return {
    strokes: vector.strokes.map((points) =>
      points.map((point) => ({ ...point, x: move(point.x, left, right, 1), y: move(point.y, top, bottom, HEIGHT) })),
    ),
  }
}

export const toGroups = ({ strokes }: SignatureVector, width: number): PointGroup[] =>
  strokes.map((points) => ({
    ...pen(width),
    penColor: 'black',
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    points: points.map(({ x, y, pressure, time }) => ({ x: x * width, y: y * width, pressure, time })),
  }))

/** No strokes, a dot or an accidental touch: blank signatures must not be accepted. */
export function isBlank({ strokes }: SignatureVector): boolean {
  let length = 0
  for (const points of strokes)
    for (const [at, point] of points.entries()) {
      const before = points[at - 1]
      if (before) length += Math.hypot(point.x - before.x, point.y - before.y)
    }
  return length < SHORTEST
}
