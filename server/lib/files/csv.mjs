/** Cells of a CSV text. Plain JavaScript, because the thread that reads sheets imports it. */
const SEPARATORS = [';', '\t', ',', '|']
/** Lines that are looked at to find the separator. */
const SAMPLE = 50
const SEP_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i
/** A cell that keeps its zeros by being a formula, as programs write for spreadsheets. */
const AS_FORMULA = /^="([^"]*)"$/
/** An apostrophe before what a spreadsheet would take for a formula. */
const APOSTROPHE = /^'(?=[=+\-@\t\r])/

/** The separator that divides most lines into equally many cells: commas within texts do so by chance only. */
function separatorOf(text) {
  let best = { mark: ';', share: 0, cells: 0 }
  for (const mark of SEPARATORS) {
    const counts = recordsOf(text, mark, SAMPLE)
      .records.filter((record) => record.some((cell) => cell.trim()))
      .map(({ length }) => length)
    const times = new Map()
    for (const count of counts) if (count > 1) times.set(count, (times.get(count) ?? 0) + 1)
    for (const [cells, lines] of times) {
      const share = lines / counts.length
      if (share > best.share || (share === best.share && cells > best.cells)) best = { mark, share, cells }
    }
  }
  return best.mark
}

/** Where the quoted cell that begins at `from` ends: after the quote before a separator or a line end. -1 if it is no such cell. */
function endOfQuoted(text, from, mark) {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1]
    if (next === '"') at++
    else return next === undefined || next === mark || next === '\n' || next === '\r' ? at + 1 : -1
  }
  return -2
}

/** The records of a text, at most `most`; `open` is the first one with a quote that is never closed. */
function recordsOf(text, mark, most) {
  const records = []
  let record = []
  let open
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length && records.length < most) {
    let end = text[at] === '"' ? endOfQuoted(text, at, mark) : -1
    if (end === -2) open ??= records.length
    if (end >= 0) record.push(text.slice(at + 1, end - 1).replaceAll('""', '"'))
    else {
      end = at
      while (end < text.length && text[end] !== mark && text[end] !== '\n' && text[end] !== '\r') end++
      record.push(text.slice(at, end))
    }
    at = end + 1
    if (text[end] === mark && at < text.length) continue
    if (text[end] === mark) record.push('')
    if (text[end] === '\r' && text[at] === '\n') at++
    records.push(record)
    record = []
  }
  return { records, open }
}

/**
 * The records of a CSV text: separated as its first line `sep=;` says, else by semicolons, tabs, commas or bars, whichever divides its lines alike.
 * A quote that begins a cell but does not end it is part of the text. `open`: index of the first record with a quote that is never closed.
 */
export function readCsv(text, most) {
  const [line, named] = SEP_LINE.exec(text) ?? []
  const rest = line ? text.slice(line.length) : text
  const { records, open } = recordsOf(rest, named ?? separatorOf(rest), most)
  const cleaned = records.map((record) => record.map((cell) => (AS_FORMULA.exec(cell)?.[1] ?? cell).replace(APOSTROPHE, '').trim()))
  return { records: cleaned, open }
}
