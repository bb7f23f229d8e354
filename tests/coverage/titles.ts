import fs from 'node:fs'
import { ts } from '@ts-morph/common'

/** A test of a file, with every text that stands in it. */
export interface Told {
  title: string
  /** Its title has words, and not only places for values. */
  worded: boolean
  /** Matches the name that a run gives it. */
  named: RegExp
  texts: string[]
}
const PLACES = /%[sdifjo#%]|\$\{[^}]*\}|\$\w+/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const textOf = (node: ts.Node | undefined) =>
  node && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    ? ts.isStringLiteralLike(node)
      ? node.text
      : node.getText().slice(1, -1)
    : undefined
/** `test.each` of `test.each([…])('…', …)`. */
const calleeOf = (node: ts.Expression): string => {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return `${calleeOf(node.expression)}.${node.name.text}`
  return ts.isCallExpression(node) ? calleeOf(node.expression) : ''
}
const TEST = /^(test|it)\b(?!\.(describe|step))/
const inTest = ({ parent }: ts.Node): boolean =>
  !!parent && ((ts.isCallExpression(parent) && TEST.test(calleeOf(parent.expression))) || inTest(parent))
const known = new Map<string, Told[]>()

/** The tests of a file and their steps; also what they are described by. */
export function testsOf(file: string): Told[] {
  const before = known.get(file)
  if (before) return before
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: Told[] = []
  const look = (node: ts.Node, around: Told | undefined) => {
    let here = around
    const called = ts.isCallExpression(node) ? calleeOf(node.expression) : ''
    // Within a test only its steps count: what else is called so is a function of its own.
    if (ts.isCallExpression(node) && (/^(test\.)?(describe|step)\b/.test(called) || (TEST.test(called) && !inTest(node)))) {
      const title = textOf(node.arguments[0])
      if (title !== undefined) {
        const parts = title.split(PLACES).map(escaped)
        // What has no words of its own is told by what it is described by.
        const worded = /\p{L}{3}/u.test(title.replace(PLACES, ''))
        here = { title, worded, named: new RegExp(`^${parts.join('.*')}$`, 's'), texts: worded || !around ? [] : around.texts }
        found.push(here)
      }
    }
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      here?.texts.push(node.text)
    else if (ts.isRegularExpressionLiteral(node)) here?.texts.push(node.text.replaceAll('\\', ''))
    ts.forEachChild(node, (child) => look(child, here))
  }
  look(source, undefined)
  known.set(file, found)
  return found
}

/** Whether `tests/x.test.ts › name` is there; a test within a description may be named by both, as a run does. */
export function isThere(test: string): boolean {
  const [file, name] = split(test)
  if (!file || !name || !fs.existsSync(file)) return false
  const titles = testsOf(file)
  const has = (one: string) => titles.some(({ title, named }) => title === one || named.test(one))
  return has(name) || name.split(' > ').every(has)
}
/** The file and the name of a test. */
export const split = (test: string): [string, string] => {
  const at = test.indexOf(' › ')
  return [test.slice(0, at), test.slice(at + 3)]
}
