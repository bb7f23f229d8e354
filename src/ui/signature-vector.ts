import type { PointGroup } from 'signature_pad'

/** A signature as its strokes, measured in widths of the pad (x 0–1, y 0–`HEIGHT`), so that it can be drawn again at any size. */
export interface SignatureVector {
  strokes: { x: number; y: number; pressure: number; time: number }[][]
}

/** Height of the pad in widths: fixed, so that turning the device scales a signature and never bends it. */
export const HEIGHT = 0.4
/** Strokes shorter than this in all, in widths, are a slip of the finger and no signature. */
const SHORTEST = 0.15

export const fromGroups = (groups: PointGroup[], width: number): SignatureVector => ({
  strokes: groups.map(({ points }) => points.map(({ x, y, pressure, time }) => ({ x: x / width, y: y / width, pressure, time }))),
})

/** Pen widths grow with the pad; `width` in the pixels that the pad draws in. */
export const pen = (width: number) => ({ minWidth: width * 0.0015, maxWidth: width * 0.006, dotSize: width * 0.006 })

export const toGroups = ({ strokes }: SignatureVector, width: number): PointGroup[] =>
  strokes.map((points) => ({
    ...pen(width),
    penColor: 'black',
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    points: points.map(({ x, y, pressure, time }) => ({ x: x * width, y: y * width, pressure, time })),
  }))

/** Nothing, a dot or a touch in passing (complaint: blank signatures that were accepted). */
export function isBlank({ strokes }: SignatureVector): boolean {
  let length = 0
  for (const points of strokes)
    for (const [at, point] of points.entries()) {
      const before = points[at - 1]
      if (before) length += Math.hypot(point.x - before.x, point.y - before.y)
    }
  return length < SHORTEST
}
