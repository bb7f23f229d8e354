import { ts } from '@ts-morph/common'
import { expect, test } from 'vitest'
import { type Source, sourcesOf } from './sources.ts'

const linesOf = (...folders: string[]) =>
  sourcesOf(...folders)
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
const code = linesOf('src', 'server', 'sw', 'scripts')
const sizes = [...code, ...linesOf('tests')].sort((a, b) => a.lines - b.lines)
const at = (share: number, of = sizes) => of[Math.ceil(of.length * share) - 1]!.lines

test('files stay small: half of the code within 60 lines, 95 of 100 files within 250, none over 400', () => {
  expect(sizes.filter(({ lines }) => lines > 400)).toEqual([])
  expect(
    at(0.95),
    sizes
      .slice(-10)
      .map(({ path, lines }) => `${path} ${lines}`)
      .join('\n'),
  ).toBeLessThanOrEqual(250)
  // Tests of one matter share a file, since each file costs the start of a world.
  expect(at(0.5, code)).toBeLessThanOrEqual(60)
})

test('the contract kernel can be read in one sitting', () => {
  expect(sizes.find(({ path }) => path === 'src/contract/kernel/endpoint.ts')!.lines).toBeLessThanOrEqual(120)
})

const LONGEST_FUNCTION = 100

test('no function is longer than a hundred lines', () => {
  const long = sourcesOf('src', 'server', 'sw', 'scripts')
    .filter(({ path, text }) => /\.(tsx?|mjs)$/.test(path) && text.split('\n').length > LONGEST_FUNCTION)
    .flatMap(functionsOf)
    .filter(({ lines }) => lines > LONGEST_FUNCTION)
  expect(Object.fromEntries(long.map(({ name, lines }) => [name, lines]))).toEqual({})
})
/** The functions of a file, each with its lines; one without a name of its own has that of what it is given to. */
function functionsOf({ path, text }: Source): { name: string; lines: number }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: { name: string; lines: number }[] = []
  const lineOf = (at: number) => file.getLineAndCharacterOfPosition(at).line
  const look = (node: ts.Node, outer: string) => {
    const named = (node as { name?: ts.Node }).name
    const name = named && ts.isIdentifier(named) ? named.text : outer
    if (ts.isFunctionLike(node) && (node as { body?: ts.Node }).body)
      found.push({ name: `${path} ${name}`, lines: lineOf(node.end) - lineOf(node.getStart(file)) + 1 })
    ts.forEachChild(node, (child) => look(child, name))
  }
  look(file, '')
  return found
}
