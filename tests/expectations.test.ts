import fs from 'node:fs'
import path from 'node:path'
import { ts } from '@ts-morph/common'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

/** Whether a value is put in order as it is compared; what is done to it inside a function is not. */
function isSorted(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(sort|toSorted)$/.test(node.expression.name.text))
    return true
  return ts.forEachChild(node, (child) => isSorted(child) || undefined) ?? false
}

test('no expectation sorts what it looks at: an order is compared, or `toHaveMembers` says that there is none', () => {
  const found = sourcesOf('tests')
    .filter(({ path, text }) => /\.tsx?$/.test(path) && !path.startsWith('tests/e2e') && /sort\(|toSorted\(/.test(text))
    .flatMap(({ path, text }) => {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
      const places: string[] = []
      const look = (node: ts.Node) => {
        if (ts.isCallExpression(node) && node.expression.getText() === 'expect' && node.arguments[0] && isSorted(node.arguments[0]))
          places.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
        ts.forEachChild(node, look)
      }
      look(file)
      return places
    })
  expect(found).toEqual([])
})

/** Files of screen tests that do not name what they write yet. It may only fall. */
const UNNAMED = 45

test('a screen test names what it writes and where it ends, beside its file', () => {
  const unnamed = sourcesOf('tests/screens')
    .filter(({ path: file, text }) => /\.test\.tsx$/.test(file) && /\bon(Screen|Page)\(/.test(text))
    .map(({ path: file }) => file)
    .filter((file) => !fs.existsSync(path.join(path.dirname(file), '__snapshots__', `${path.basename(file)}.snap`)))
  expect(unnamed.length, `WRITES=1 npx vitest run FILE -u, for one of:\n${unnamed.join('\n')}`).toBeLessThanOrEqual(UNNAMED)
})
