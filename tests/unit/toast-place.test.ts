import { expect, test } from 'vitest'
import { freePlace } from '../../src/app/toast-place.ts'

const at = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
const toast = at(944, 720, 320, 64)
const most = { up: 700, left: 300 }

test('a toast stays in its corner where no button is there', () => {
  expect(freePlace(toast, [at(0, 0, 100, 40), at(944, 680, 320, 40)], most)).toEqual({ up: 0, left: 0 })
})
test('it gives way by the shortest way: over a bar of the page, or beside the buttons at the end of rows', () => {
  expect(freePlace(toast, [at(0, 740, 1280, 60)], most)).toEqual({ up: 48, left: 0 })
  const rows = Array.from({ length: 20 }, (_, row) => at(1240, row * 36, 36, 36))
  expect(freePlace(toast, [...rows, at(1240, 720, 36, 36)], most)).toEqual({ up: 0, left: 24 })
})
test('where buttons are everywhere it covers the fewest, and goes no further than it may', () => {
  const wall = Array.from({ length: 40 }, (_, row) => at(0, row * 20, 1280, 20))
  const { up, left } = freePlace(toast, wall, { up: 100, left: 40 })
  expect(up).toBeLessThanOrEqual(100)
  expect(left).toBeLessThanOrEqual(40)
  expect(freePlace(toast, [...wall.slice(0, 30), at(1000, 730, 10, 10), at(1000, 760, 10, 10)], { up: 40, left: 8 })).toEqual({
    up: 24,
    left: 0,
  })
})
