// How texts are compared in every search, on the device and (db/folded.ts, tables/table.ts) in SQL.

/** The letters that count as each letter, after lower case. The database folds by this list; here what is not in it is taken apart by Unicode. */
export const LETTERS: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăą',
  c: 'çćĉċč',
  d: 'ďđð',
  e: 'èéêëēĕėęě',
  g: 'ĝğġģ',
  h: 'ĥħ',
  i: 'ìíîïĩīĭįı',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺļľŀł',
  n: 'ñńņň',
  o: 'òóôõöøōŏő',
  r: 'ŕŗř',
  s: 'śŝşšș',
  t: 'ţťŧț',
  u: 'ùúûüũūŭůűų',
  w: 'ŵ',
  y: 'ýÿŷ',
  z: 'źżž',
}
const base = new Map(Object.entries(LETTERS).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)))
/** Lower case without accents; ß is ss. */
export const fold = (text: string) =>
  /[^ -~]/.test(text)
    ? text
        .normalize('NFC')
        .toLowerCase()
        .replace(/[ß\u00df-\uffff]/g, (letter) =>
          letter === 'ß' ? 'ss' : (base.get(letter) ?? letter.normalize('NFD').replace(/\p{M}/gu, '')),
        )
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
/**
 * Regular expression (of JavaScript and of PostgreSQL) for a word with figures in a searchable text: zeros before a number do not count
 * (`PV7` is `PV007`, whole), nor what stands between the figures of a phone number. Undefined for a word that is found as it stands. `joiners` and `letters`: what
 * else stands between, and how letters are looked for, in a text that is not `searchable`.
 */
export function wordPattern(word: string, joiners = '', letters = literal): string | undefined {
  if (!/\d/.test(word)) return undefined
  const gap = `[ ./${joiners}]?`
  return word.replace(/\d+|\D+/g, (run, at: number) => {
    if (!/\d/.test(run)) return (joiners && at > 0 ? `[${joiners}]?` : '') + letters(run)
    const bare = run.replace(/^0+(?=\d)/, '')
    const [asTyped, asNumber] = [run, bare].map((figures) => [...figures].join(gap))
    if (at === 0) return (bare.length < run.length ? '(^|[^1-9])' : '') + asNumber
    // Without its zeros a code is found whole: `pv001` is `pv1`, but not the beginning of `pv014`.
    return `${gap}(${asTyped}|0*${asNumber}(?!\\d))`
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
