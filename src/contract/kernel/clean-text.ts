/** Control characters that are no line end or tab, and characters without width that change how a text compares but not how it looks. */
const INVISIBLE = /[^\P{Cc}\t\n\r\v\f\u0085]|\p{DI}|\p{Cs}/gu
/** Spaces of any width, and line ends that other programs use within a line. */
const SPACES = /[\v\f\u0085\p{Zs}\u2028\u2029]/gu
/** Letters and figures as wide as Chinese signs: the same ones to everybody but a computer. */
const WIDE = /[\uff01-\uff5e]/g
/** What joins two pictures into one, which would fall apart without it. */
const JOINED = /^[\u200d\ufe0f]$/
const PICTURE = /\p{Extended_Pictographic}/u
// The usual text has none of it, and is not rewritten.
const STRANGE = /[^\t\n\r\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20ac]/

/**
 * Text as it is taken in everywhere: without control and invisible characters (zero width, bidirectional marks, soft hyphens), with plain
 * spaces for no-break and other ones, plain letters for wide ones, letters and their accents as one character (NFC). Device and server apply this same rule.
 */
export function cleanText(text: string): string {
  if (!STRANGE.test(text)) return text
  return text
    .replace(SPACES, ' ')
    .replace(INVISIBLE, (mark, at: number) => (JOINED.test(mark) && isAfterPicture(text, at) ? mark : ''))
    .replace(WIDE, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .normalize('NFC')
}
const isAfterPicture = (text: string, at: number) => PICTURE.test(text.slice(Math.max(0, at - 3), at))

/** Passwords are taken as they are typed: their own rule refuses what cannot be typed again. */
const isSecret = (key: string) => /password|secret|token/i.test(key)
/** The same value with every text in it cleaned, keys included. The value itself, if nothing changes. */
export function cleanInput<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(cleanInput)
    return items.some((item, at) => item !== value[at]) ? (items as T) : value
  }
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, inner]) => [cleanText(key), isSecret(key) ? inner : cleanInput(inner)] as const)
  const same = cleaned.every(([key, inner], at) => key === entries[at]![0] && inner === entries[at]![1])
  return same ? value : (Object.fromEntries(cleaned) as T)
}
