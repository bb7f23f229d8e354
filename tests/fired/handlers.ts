import { ts } from '@ts-morph/common'

/** Where a press, a choice or a typing is answered. */
export const FIRED_IN = /^src\/(features|app|crud|outbox)\/.+\.tsx$/
export interface Handler {
  /** File, element and attribute with the text of the handler: it stays the same when lines are moved. */
  id: string
  from: number
  to: number
}
/** Every `on…={…}` of a file. */
export function handlersOf(path: string, text: string): Handler[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: Handler[] = []
  const seen = new Map<string, number>()
  const look = (node: ts.Node) => {
    if (ts.isJsxAttribute(node) && /^on[A-Z]/.test(node.name.getText()) && node.initializer && ts.isJsxExpression(node.initializer)) {
      const { expression } = node.initializer
      if (expression) {
        const says = expression.getText().replace(/\s+/g, ' ').slice(0, 60)
        const name = `${path} ${node.parent.parent.tagName.getText()}.${node.name.getText()} ${says}`
        const times = (seen.get(name) ?? 0) + 1
        seen.set(name, times)
        found.push({ id: times > 1 ? `${name} (${times})` : name, from: expression.getStart(), to: expression.end })
      }
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}
/** The file with each of them reporting when it is fired; its lines stay where they are. */
export function reporting(path: string, text: string): string {
  const ends: [at: number, what: string][] = handlersOf(path, text).flatMap(({ id, from, to }) => [
    [from, `__fired(${JSON.stringify(id)}, `],
    [to, ')'],
  ])
  let at = 0
  let done = ''
  for (const [end, what] of ends.sort(([a], [b]) => a - b)) {
    done += text.slice(at, end) + what
    at = end
  }
  return done + text.slice(at)
}
