import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromGroups, isBlank, type SignatureVector, toGroups } from '../../src/ui/signature-vector.ts'

const stroke = (...points: [number, number][]) => points.map(([x, y], time) => ({ x, y, pressure: 0.5, time }))

it.each<[string, SignatureVector, boolean]>([
  ['nothing', { strokes: [] }, true],
  ['a dot', { strokes: [stroke([0.5, 0.2])] }, true],
  ['five dots far apart', { strokes: [0.1, 0.3, 0.5, 0.7, 0.9].map((x) => stroke([x, 0.2])) }, true],
  ['a touch in passing', { strokes: [stroke([0.5, 0.2], [0.55, 0.22])] }, true],
  ['a stroke across', { strokes: [stroke([0.1, 0.2], [0.6, 0.25])] }, false],
  ['several short strokes', { strokes: [stroke([0.1, 0.1], [0.2, 0.1]), stroke([0.3, 0.1], [0.4, 0.1])] }, false],
])('%s is blank: %s', (_, vector, blank) => expect(isBlank(vector)).toBe(blank))

it('a signature comes back from any chain of sizes as it was', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const point = fc.record({ x: unit, y: unit, pressure: unit, time: fc.nat() })
  fc.assert(
    fc.property(fc.array(fc.array(point)), fc.array(fc.integer({ min: 40, max: 2000 }), { minLength: 1 }), (strokes, widths) => {
      const turned = widths.reduce<SignatureVector>((vector, width) => fromGroups(toGroups(vector, width), width), { strokes })
      for (const [s, points] of strokes.entries())
        for (const [p, { x, y, pressure, time }] of points.entries()) {
          const after = turned.strokes[s]![p]!
          expect(after.x).toBeCloseTo(x, 9)
          expect(after.y).toBeCloseTo(y, 9)
          expect([after.pressure, after.time]).toEqual([pressure, time])
        }
    }),
  )
})
