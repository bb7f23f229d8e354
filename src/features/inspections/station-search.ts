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
const wordsOf = (text: string) =>
  (/[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text).toLowerCase().match(/[a-z0-9]+/g) ?? []
/**
 * Words are kept one after the other, the first letter of each in upper case (a digit as one of `À`–`É`): the beginning of a word is
 * then found by one plain `indexOf` whose first character is rare, several times as fast as looking for a space and the word.
 */
const head = (word: string) => (word[0]! <= '9' ? String.fromCharCode(0xc0 + Number(word[0])) : word[0]!.toUpperCase()) + word.slice(1)
const APOSTROPHE = /['’`]/g
/** `Sant'Ilario` is found as `santilario`, `sant'ilario`, `sant ilario` and `ilario`: it is kept as `santilario ilario`. */
const indexed = (text: string) =>
  wordsOf(/['’`]/.test(text) ? text.replace(/(\p{L}+)['’`](\p{L}+)/gu, '$1$2 $2') : text)
    .map(head)
    .join('')

const FIELD = '\n'
const LIMIT = 50
const RANKS = 6

/** Some 24,000 stations in a few megabytes, made once and kept: three strings and typed arrays. */
export interface StationIndex {
  ids: Float64Array
  /** What is shown of each. */
  shown: Packed
  codes: Packed
  /** Name, town, province and address, as they are searched. */
  words: Packed
  /** Where in its words the town of each begins. */
  cityAt: Uint16Array
}
export function indexStations(rows: readonly FoundStation[]): StationIndex {
  const cityAt = new Uint16Array(rows.length)
  return {
    ids: Float64Array.from(rows, (row) => row.id),
    shown: pack(rows, (row) =>
      [row.code, row.name, row.address, row.city, row.province].map((field) => field.replaceAll(FIELD, ' ')).join(FIELD),
    ),
    codes: pack(rows, (row) => wordsOf(row.code).join('') + FIELD),
    words: pack(rows, (row, place) => {
      const name = `${indexed(row.name)}${FIELD}`
      cityAt[place] = name.length
      return `${name}${indexed(row.city)}${FIELD}${indexed(row.province)}${FIELD}${indexed(row.address)}${FIELD}`
    }),
    cityAt,
  }
}

/**
 * A search that answers within a keystroke, with `indexOf`. Every word asked for must be the beginning of a word of the name, town,
 * province or address, or stand anywhere in the code. First come: the exact code, codes and names that begin with the question,
 * towns, then the rest, each in the order of the rows indexed. At most 50 are given.
 */
export function stationSearch({ ids, shown, codes, words, cityAt }: StationIndex): (question: string) => FoundStation[] {
  const count = ids.length
  const matched = new Uint8Array(count)
  const everyRow = Array.from(ids, (_, row) => row)

  /** Marks the rows that hold `needle`. */
  function mark({ text, starts }: Packed, needle: string) {
    let row = 0
    for (let at = text.indexOf(needle); at >= 0 && row < count; at = text.indexOf(needle, starts[row])) {
      row = rowAt(starts, at, row)
      matched[row++] = 1
    }
  }
  const holds = ({ text, starts }: Packed, row: number, needle: string) => text.slice(starts[row], starts[row + 1]).includes(needle)
  /** The rows of `found` that hold the word; few rows are looked into one by one, many by going through the whole text. */
  function narrow(found: readonly number[], word: string): number[] {
    if (found.length < 2_000) return found.filter((row) => holds(words, row, head(word)) || holds(codes, row, word))
    matched.fill(0)
    mark(words, head(word))
    mark(codes, word)
    return found.filter((row) => matched[row])
  }
  function rank(row: number, question: string, code: string, parts: readonly string[]): number {
    const from = codes.starts[row]!
    if (codes.text.startsWith(code, from)) return codes.starts[row + 1]! - from - 1 === code.length ? 0 : 1
    const start = words.starts[row]!
    if (words.text.startsWith(question, start)) return 2
    const city = start + cityAt[row]!
    if (words.text.startsWith(question, city)) return 3
    return parts.some((part) => words.text.startsWith(part + FIELD, city)) ? 4 : 5
  }
  function show(row: number): FoundStation {
    const [code = '', name = '', address = '', city = '', province = ''] = shown.text
      .slice(shown.starts[row], shown.starts[row + 1])
      .split(FIELD)
    return { id: ids[row]!, code, name, address, city, province }
  }

  return (asking) => {
    // At most 8 words: the longest paste stays quick.
    const parts = wordsOf(asking.replace(APOSTROPHE, '')).slice(0, 8)
    if (!parts.length) return []
    const longestFirst = parts.toSorted((a, b) => b.length - a.length)
    const code = parts.join('')
    const heads = parts.map(head)
    const question = heads.join('')
    const ranked: number[][] = Array.from({ length: RANKS }, () => [])
    for (const row of longestFirst.reduce<readonly number[]>(narrow, everyRow)) {
      const found = ranked[rank(row, question, code, heads)]!
      if (found.length < LIMIT) found.push(row)
    }
    return ranked.flat().slice(0, LIMIT).map(show)
  }
}

interface Packed {
  text: string
  /** Where each row starts; one more than there are rows. */
  starts: Uint32Array
}
function pack(rows: readonly FoundStation[], write: (row: FoundStation, place: number) => string): Packed {
  const starts = new Uint32Array(rows.length + 1)
  const pieces = rows.map((row, place) => {
    const piece = write(row, place)
    starts[place + 1] = starts[place]! + piece.length
    return piece
  })
  return { text: pieces.join(''), starts }
}
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
