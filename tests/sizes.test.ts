import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

const sizes = sourcesOf('src', 'server', 'sw', 'scripts', 'tests')
  .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
  .sort((a, b) => a.lines - b.lines)
const at = (share: number) => sizes[Math.ceil(sizes.length * share) - 1]!.lines

test('files stay small: half within 60 lines, 95 of 100 within 250, none over 400', () => {
  expect(sizes.filter(({ lines }) => lines > 400)).toEqual([])
  expect(
    at(0.95),
    sizes
      .slice(-10)
      .map(({ path, lines }) => `${path} ${lines}`)
      .join('\n'),
  ).toBeLessThanOrEqual(250)
  expect(at(0.5)).toBeLessThanOrEqual(60)
})

test('the contract kernel can be read in one sitting', () => {
  expect(sizes.find(({ path }) => path === 'src/contract/kernel/endpoint.ts')!.lines).toBeLessThanOrEqual(120)
})
