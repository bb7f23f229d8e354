import fs from 'node:fs'
import { expect, test } from 'vitest'
import { all } from './plants/all.ts'

/** So many may wait for whoever changed their lines last. */
const OUT_OF_DATE = 10

test('the planted faults are enough, in places and tests that are there', () => {
  expect(all.length).toBeGreaterThanOrEqual(120)
  const missing = all.flatMap(({ tests }) => tests).filter((file) => !fs.existsSync(file))
  expect([...new Set(missing)]).toEqual([])
  const gone = all.filter(({ file, find }) => !fs.existsSync(file) || fs.readFileSync(file, 'utf8').split(find).length !== 2)
  expect(gone.length, gone.map(({ file, find }) => `${file}: ${find}`).join('\n')).toBeLessThanOrEqual(OUT_OF_DATE)
})
