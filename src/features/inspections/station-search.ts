import { fold, JOINERS } from '../../contract/kernel/fold.ts'

/** A station as the search shows it. */
export interface FoundStation {
  id: number
  code: string
  name: string
  address: string
  city: string
  province: string
}

/** The words of a text, in lower case and without accents. */
const wordsOf = (text: string) => fold(text).match(/[a-z0-9]+/g) ?? []
/** A code without the zeros before its numbers: `PV007` and `PV7` are found by each other. */
const bareCode = (text: string) => text.replace(/(?<!\d)0+(?=\d)/g, '')
/** A code as it is written and, where they differ, without its zeros. */
function codesOf(text: string): string {
  const code = wordsOf(text).join('')
  const bare = bareCode(code)
  return [code, ...(bare === code ? [] : [bare])].map((one) => NAME + one + FIELD).join('')
}
/**
 * Words are kept one after the other, the first letter of each in upper case (a digit as one of `À`–`É`): the beginning of a word is
 * then found by one plain `indexOf` whose first character is rare, several times as fast as looking for a space and the word.
 */
const head = (word: string) => (word[0]! <= '9' ? String.fromCharCode(0xc0 + Number(word[0])) : word[0]!.toUpperCase()) + word.slice(1)
const APOSTROPHE = new RegExp(`[${JOINERS}]`, 'g')
const JOINED = new RegExp(`([\\p{L}\\d]+)[${JOINERS}]([\\p{L}\\d]+)`, 'gu')
/** `Sant'Ilario` is found as `santilario`, `sant'ilario`, `sant ilario` and `ilario`: it is kept as `santilario sant ilario`. */
const indexed = (text: string) =>
  wordsOf(JOINED.test(text) ? text.replace(JOINED, '$1$2 $1 $2') : text)
    .map(head)
    .join('')

const FIELD = '\n'
/** Before a name and before a town: what begins one is found by one look through the whole text. */
const NAME = '\r'
const CITY = '\t'
const LIMIT = 50
/** So many rows tell which word of a question is the rarest. */
const SAMPLE = 200

/** Some 24,000 stations in a few megabytes, made once and kept. */
export interface StationIndex {
  ids: Float64Array
  /** The shown text of each station, as UTF-8, since a string with accents would take twice the room. */
  shown: { bytes: Uint8Array; starts: Uint32Array }
  codes: Packed
  /** Name, town, province and address, as they are searched. */
  words: Packed
}
export function indexStations(rows: readonly FoundStation[]): StationIndex {
  const encoder = new TextEncoder()
  const shown = rows.map((row) =>
    encoder.encode([row.code, row.name, row.address, row.city, row.province].map((field) => field.replaceAll(FIELD, ' ')).join(FIELD)),
  )
  const bytes = new Uint8Array(shown.reduce((sum, { length }) => sum + length, 0))
  const starts = startsOf(shown)
  for (const [place, piece] of shown.entries()) bytes.set(piece, starts[place])
  return {
    ids: Float64Array.from(rows, (row) => row.id),
    shown: { bytes, starts },
    codes: pack(rows.map((row) => codesOf(row.code))),
    words: pack(
      rows.map((row) => `${NAME}${indexed(row.name)}${CITY}${[row.city, row.province, row.address].map(indexed).join(FIELD)}${FIELD}`),
    ),
  }
}

/**
 * A search that answers within a keystroke, with `indexOf`. Every word asked for must be the beginning of a word of the name, town,
 * province or address, or stand anywhere in the code. First come: the exact code, codes and names that begin with the question,
 * towns that do, towns that are one of its words, then the rest, codes that hold a number only without its zeros last, each in the order of the rows indexed. At most
 * 50 are given.
 */
export function stationSearch({ ids, shown, codes, words }: StationIndex): (question: string) => FoundStation[] {
  const count = ids.length
  const decoder = new TextDecoder()
  /** As they are searched. */
  const towns = new Set<string>()
  for (let at = words.text.indexOf(CITY), end = 0; at >= 0; at = words.text.indexOf(CITY, end)) {
    end = words.text.indexOf(FIELD, at)
    towns.add(words.text.slice(at + 1, end))
  }
  /** The first row from `row` on in which `needle` stands; `count` where none does. */
  function next({ text, starts }: Packed, needle: string, row: number): number {
    const at = row < count ? text.indexOf(needle, starts[row]) : -1
    return at < 0 ? count : rowAt(starts, at, row)
  }
  const holds = ({ text, starts }: Packed, row: number, needle: string) => text.slice(starts[row], starts[row + 1]).includes(needle)
  const has = (row: number, word: string) => holds(words, row, head(word)) || holds(codes, row, word) || holds(codes, row, bareCode(word))
  function show(row: number): FoundStation {
    const [code = '', name = '', address = '', city = '', province = ''] = decoder
      .decode(shown.bytes.subarray(shown.starts[row], shown.starts[row + 1]))
      .split(FIELD)
    return { id: ids[row]!, code, name, address, city, province }
  }
  /** The words, the one that the fewest rows seem to hold first. */
  function rarestFirst(parts: readonly string[]): string[] {
    const step = Math.max(1, Math.floor(count / SAMPLE))
    const seen = new Map(parts.map((part) => [part, 0]))
    for (let row = 0; row < count; row += step) for (const part of parts) if (has(row, part)) seen.set(part, seen.get(part)! + 1)
    return parts.toSorted((one, other) => seen.get(one)! - seen.get(other)! || other.length - one.length)
  }

  return (asking) => {
    // At most 8 words: the longest paste stays quick.
    const parts = wordsOf(asking.replace(APOSTROPHE, '')).slice(0, 8)
    if (!parts.length) return []
    const found = new Set<number>()
    /** Takes the rows that hold one of the needles and every word of `and`, in their order, until there are enough. */
    function take(needles: readonly (readonly [Packed, string])[], and: readonly string[] = []) {
      const at = needles.map(([packed, needle]) => next(packed, needle, 0))
      for (let row = Math.min(...at); row < count && found.size < LIMIT; row = Math.min(...at)) {
        if (and.every((word) => has(row, word))) found.add(row)
        for (const [n, [packed, needle]] of needles.entries()) if (at[n] === row) at[n] = next(packed, needle, row + 1)
      }
    }
    const code = NAME + parts.join('')
    const bare = NAME + bareCode(parts.join(''))
    const heads = parts.map(head)
    const question = heads.join('')
    take([[codes, code + FIELD]])
    take([[codes, bare + FIELD]])
    take([[codes, code]])
    take([[words, NAME + question]])
    take([[words, CITY + question]])
    if (parts.length > 1) for (const town of heads.filter((word) => towns.has(word))) take([[words, CITY + town + FIELD]], parts)
    if (found.size < LIMIT) {
      const [rarest = '', ...others] = parts.length > 1 ? rarestFirst(parts) : parts
      take(
        [
          [words, head(rarest)],
          [codes, rarest],
        ],
        others,
      )
      take([[codes, bareCode(rarest)]], others)
    }
    return [...found].map(show)
  }
}

interface Packed {
  text: string
  /** Start offset of each row, with one more entry than rows. */
  starts: Uint32Array
}
function startsOf(pieces: readonly { length: number }[]): Uint32Array {
  const starts = new Uint32Array(pieces.length + 1)
  for (const [place, { length }] of pieces.entries()) starts[place + 1] = starts[place]! + length
  return starts
}
const pack = (pieces: readonly string[]): Packed => ({ text: pieces.join(''), starts: startsOf(pieces) })
/** The row that holds position `at`, not before row `from`: near hits are looked for step by step, far ones by halving. */
function rowAt(starts: Uint32Array, at: number, from: number): number {
  let low = from
  for (let near = 0; near < 4; near++, low++) if (starts[low + 1]! > at) return low
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}
