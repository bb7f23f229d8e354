import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { intoPage, notMeasured, row, table } from '../bench/table.ts'

test('the table of a run takes the place of the last one in docs/benchmarks.md, and of nothing else', () => {
  const page = readFileSync('docs/benchmarks.md', 'utf8')
  const printed = table([row('keystroke', 0.5, 'ms', 1, 'ratio ≤', 1.25), notMeasured('the rest', '–')])
  const written = intoPage(page, printed)
  const [before, after] = written.split(printed)
  expect(printed).toContain('| keystroke | 1.25× | 0.5 ms | ≤ 1× | **over** |')
  expect(page.startsWith(before!.trimEnd())).toBe(true)
  expect(page.endsWith(after!.trimStart())).toBe(true)
  expect(intoPage(written, printed)).toBe(written)
  expect(() => intoPage('no place', printed)).toThrow('no place between')
})
