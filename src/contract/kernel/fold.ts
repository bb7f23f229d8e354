// How texts are compared in every search, on the device and (db/folded.ts) in SQL.

/** Letters that Unicode does not take apart into a letter and its mark, in lower case, by what they count as. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'ªẚⱥ',
  ae: 'æ',
  b: 'ƀɓƃ',
  c: 'ƈȼ',
  d: 'ðđɖɗƌȡ',
  dz: 'ǆǳ',
  e: 'ɇ',
  f: 'ƒ',
  g: 'ɠǥ',
  h: 'ħ',
  i: 'ıɨ',
  ij: 'ĳ',
  j: 'ȷɉ',
  k: 'ĸƙ',
  l: 'łŀƚȴ',
  lj: 'ǉ',
  n: 'ŉŋɲƞȵ',
  nj: 'ǌ',
  o: 'ºøɵ',
  oe: 'œ',
  p: 'ƥ',
  q: 'ɋ',
  r: 'ɍ',
  s: 'ſȿẜẝ',
  ss: 'ß',
  t: 'ŧƫƭʈȶⱦ',
  th: 'þ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴɏ',
  z: 'ƶȥɀ',
}
const counted = new Map(Object.entries(LETTERS).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)))
/** Lower case without accents; ß is ss, æ is ae. The function `folded` of the database does the same. */
export const fold = (text: string) =>
  /[^ -~]/.test(text)
    ? text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/[\u00aa-\u2c7f]/g, (letter) => counted.get(letter) ?? letter)
    : text.toLowerCase()

/** Apostrophes and hyphens of every kind: `Sant'Ilario` is found as `santilario`, `sant’ilario` and `sant ilario`. */
export const JOINERS = "'’‘ʼ`´′‐‑-"
const joiners = new RegExp(`[${JOINERS}]`, 'g')
/** A text as it is searched: folded, without apostrophes and hyphens. */
export const searchable = (text: string) => fold(text).replace(joiners, '')

/** A prefix of Italy before a number: numbers are stored with it and typed without, or the other way round. */
const COUNTRY = /^(\+|00)39(?=\d{6})/
/** The words of a search, as searched texts are: of a number only its figures. */
export const searchWords = (text: string | undefined): string[] =>
  searchable(text ?? '')
    .split(/\s+/)
    .map((word) => (/^[+\d./()]+$/.test(word) ? word.replace(COUNTRY, '').replace(/[./()]/g, '') : word))
    .filter((word) => word !== '' && word !== '+')

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** What may stand between the figures of a number. */
const GAP = '[ ./]?'
/**
 * Regular expression (of JavaScript and of PostgreSQL) for a word with figures in a searchable text: zeros before a number do not count
 * (`PV7` is `PV007`, whole), nor what stands between the figures of a phone number. Undefined for a word that is found as it stands.
 */
export function wordPattern(word: string): string | undefined {
  if (!/\d/.test(word)) return undefined
  return word.replace(/\d+|\D+/g, (run, at: number) => {
    if (!/\d/.test(run)) return literal(run)
    const bare = run.replace(/^0+(?=\d)/, '')
    const [asTyped, asNumber] = [run, bare].map((figures) => [...figures].join(GAP))
    if (at === 0) return (bare.length < run.length ? '(^|[^1-9])' : '') + asNumber
    // Without its zeros a code is found whole: `pv001` is `pv1`, but not the beginning of `pv014`.
    return `${GAP}(${asTyped}|0*${asNumber}(?!\\d))`
  })
}
/** Whether every word of a search is somewhere in a text. */
export function hasWords(text: string, search: string | undefined): boolean {
  const words = searchWords(search)
  if (!words.length) return true
  const all = searchable(text)
  return words.every((word) => {
    const pattern = wordPattern(word)
    return pattern ? new RegExp(pattern).test(all) : all.includes(word)
  })
}
