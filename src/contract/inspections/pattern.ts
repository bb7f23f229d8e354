/**
 * Patterns an administrator writes into a text question run on the server and on every phone, so only those whose cost is bounded are taken:
 * no look-around, no back-references, no repeated group that itself repeats or chooses, at most three open-ended repetitions.
 * With answers of at most {@link PATTERN_TEXT_MAX} characters the worst case stays in the milliseconds.
 */
export const PATTERN_TEXT_MAX = 200
const MAX_OPEN_REPEATS = 3

/** True if the source is a valid regular expression of bounded cost. */
export function isSafePattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
  } catch {
    return false
  }
  if (/\(\?(?!:)|\\[1-9k]/.test(source)) return false
  const bare = source.replace(/\\./gu, 'x').replace(/\[[^\]]*\]/g, 'x')
  const open = bare.match(/[*+]|\{\d+,\}|\{\d*,?\d{3,}\}/g) ?? []
  if (open.length > MAX_OPEN_REPEATS) return false
  const starts: number[] = []
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] === '(') starts.push(i)
    if (bare[i] !== ')') continue
    const inside = bare.slice((starts.pop() ?? 0) + 1, i).replace(/^\?:/, '')
    if (/[*+{]/.test(bare[i + 1] ?? '') && /[*+{|?]/.test(inside)) return false
  }
  return true
}

const compiled = new Map<string, RegExp>()
/** The whole text must match, as with the `pattern` of an HTML field. */
export function matchesPattern(source: string, text: string): boolean {
  let regex = compiled.get(source)
  if (!regex) {
    if (compiled.size > 500) compiled.clear()
    regex = new RegExp(`^(?:${source})$`, 'u')
    compiled.set(source, regex)
  }
  return text.length <= PATTERN_TEXT_MAX && regex.test(text)
}
