import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { intoReadme, notMeasured, row, table } from '../bench/table.ts'

test('the table of a run takes the place of the last one in the README, and of nothing else', () => {
  const readme = readFileSync('README.md', 'utf8')
  const printed = table([row('keystroke', 0.5, 'ms', 1, 'ratio ≤', 1.25), notMeasured('the rest', '–')])
  const written = intoReadme(readme, printed)
  const [before, after] = written.split(printed)
  expect(printed).toContain('| keystroke | 1.25× | 0.5 ms | ≤ 1× | **over** |')
  expect(readme.startsWith(before!.trimEnd())).toBe(true)
  expect(readme.endsWith(after!.trimStart())).toBe(true)
  expect(intoReadme(written, printed)).toBe(written)
  expect(() => intoReadme('no place', printed)).toThrow('no place between')
})
