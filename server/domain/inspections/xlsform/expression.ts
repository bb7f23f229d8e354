/** The part of XPath that XLSForm writes into `relevant` and `constraint`. `self` is the dot: the answer itself. */
export type Expression =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'answer'; name: string }
  | { kind: 'self' }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'binary'; op: string; left: Expression; right: Expression }

const TOKEN = /\s*(?:(\$\{\s*[^}\s]+\s*\})|("[^"]*"|'[^']*')|(\d+(?:\.\d+)?|\.\d+)|(!=|<=|>=|[=<>()+*,-]|\.)|([a-z][\w-]*))/iy
/** Weakest first. */
const LEVELS = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-']] as const
/** A longer text is no condition that a person has written; and each bracket costs a call. */
const MAX_LENGTH = 2_000
const MAX_DEPTH = 40

function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (text.slice(TOKEN.lastIndex).trim()) {
    const [found] = TOKEN.exec(text) ?? []
    if (found === undefined) return null
    tokens.push(found.trim())
  }
  return tokens
}

class Parser {
  #at = 0
  #depth = 0
  readonly #tokens: readonly string[]
  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }
  get done() {
    return this.#at >= this.#tokens.length
  }
  #next() {
    return this.#tokens[this.#at++] ?? ''
  }
  #expect(token: string) {
    if (this.#next() !== token) throw new SyntaxError(`${token} is missing`)
  }
  level(level = 0): Expression {
    if (++this.#depth > MAX_DEPTH * LEVELS.length) throw new SyntaxError('too deep')
    const operators: readonly string[] | undefined = LEVELS[level]
    let left = operators ? this.level(level + 1) : this.#single()
    while (operators?.includes((this.#tokens[this.#at] ?? '').toLowerCase()))
      left = { kind: 'binary', op: this.#next().toLowerCase(), left, right: this.level(level + 1) }
    this.#depth--
    return left
  }
  #single(): Expression {
    const token = this.#next()
    if (token === '(') {
      const inner = this.level()
      this.#expect(')')
      return inner
    }
    if (token === '.') return { kind: 'self' }
    if (token === '-') {
      const value = Number(this.#next() || Number.NaN)
      if (Number.isNaN(value)) throw new SyntaxError('a number is missing')
      return { kind: 'number', value: -value }
    }
    if (token.startsWith('${')) return { kind: 'answer', name: token.slice(2, -1).trim() }
    if (/^["']/.test(token)) return { kind: 'text', value: token.slice(1, -1) }
    if (/^[\d.]/.test(token)) return { kind: 'number', value: Number(token) }
    if (!/^[a-z]/i.test(token)) throw new SyntaxError(`${token} is not expected`)
    return { kind: 'call', name: token.toLowerCase(), args: this.#arguments() }
  }
  #arguments(): Expression[] {
    this.#expect('(')
    const args: Expression[] = []
    while (this.#tokens[this.#at] !== ')') {
      if (args.length) this.#expect(',')
      args.push(this.level())
    }
    this.#expect(')')
    return args
  }
}

/** The tree of an expression; null for what is not of this part of XPath. */
export function parseExpression(text: string): Expression | null {
  // Word processors make quotes curly.
  const tokens = text.length > MAX_LENGTH ? null : tokensOf(text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'))
  if (!tokens?.length) return null
  try {
    const parser = new Parser(tokens)
    const tree = parser.level()
    return parser.done ? tree : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
/** A literal in quotes; null if the text has both kinds of them. */
export const quoted = (text: string) => (!text.includes("'") ? `'${text}'` : text.includes('"') ? null : `"${text}"`)
/** The comparison read from the other side: `3 < .` is `. > 3`. */
export const mirrored = (op: string) => op.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))
/** The parts that `and` joins. */
export const conjuncts = (tree: Expression): Expression[] =>
  tree.kind === 'binary' && tree.op === 'and' ? [...conjuncts(tree.left), ...conjuncts(tree.right)] : [tree]
