/** The meaning of a text. `ambiguous` has every sensible reading, smallest first: the person chooses, the program never does. */
export type Reading =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  | { kind: 'ambiguous'; values: number[] }
  | { kind: 'too-precise' }
  | { kind: 'invalid' }

const GROUPS = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ }
/** Copied along with a number: currency, unit, spaces of every width. */
const DECORATION = /€|eur|\/\s*(l|kg|smc)\b|\s/gi

/**
 * Reads a number typed or pasted in Italian notation, with at most `decimals` decimals; negatives are allowed.
 * A comma is the decimal mark. So is a dot that cannot separate thousands (`1.5`), or where three decimals are usual: in a fuel price
 * (`decimals` 3) `1.789` is 1,789. If both readings are sensible (`12.789` in that field; `1,789` with two decimals, which an English
 * spreadsheet gives for 1789) the answer is `ambiguous`.
 */
export function parseItalianNumber(text: string, decimals = 2): Reading {
  const bare = text.replace(DECORATION, '').replace(/[−–]/g, '-').replace(/['’]/g, '')
  if (bare === '') return { kind: 'empty' }
  const [, sign, digits] = /^([+-]?)([\d.,]*\d[\d.,]*)$/.exec(bare) ?? []
  if (digits === undefined) return { kind: 'invalid' }
  const reading = unsigned(digits, decimals)
  const signed = (value: number) => (sign === '-' && value !== 0 ? -value : value)
  if (reading.kind === 'number') return { kind: 'number', value: signed(reading.value) }
  if (reading.kind === 'ambiguous') return { kind: 'ambiguous', values: reading.values.map(signed).sort((a, b) => a - b) }
  return reading
}

function unsigned(digits: string, decimals: number): Reading {
  const comma = digits.lastIndexOf(',')
  const dot = digits.lastIndexOf('.')
  if (comma === -1 && dot === -1) return { kind: 'number', value: Number(digits) }
  if (comma !== -1 && dot !== -1) return bothMarks(digits, comma > dot ? ',' : '.', decimals)
  const mark = comma === -1 ? '.' : ','
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark))
    return GROUPS[mark].test(digits) ? { kind: 'number', value: Number(digits.replaceAll(mark, '')) } : { kind: 'invalid' }
  return oneMark(digits, mark, decimals)
}

/** `1.234,56` and `1,234.56`: the last mark is the decimal one, the other must separate thousands. */
function bothMarks(digits: string, mark: ',' | '.', decimals: number): Reading {
  const [whole = '', fraction = '', more] = digits.split(mark)
  const other = mark === ',' ? '.' : ','
  if (more !== undefined || !GROUPS[other].test(whole)) return { kind: 'invalid' }
  return withFraction(whole.replaceAll(other, ''), fraction, decimals)
}

function oneMark(digits: string, mark: ',' | '.', decimals: number): Reading {
  const [whole = '', fraction = ''] = digits.split(mark)
  const decimal = withFraction(whole, fraction, decimals)
  if (!GROUPS[mark].test(digits) || whole.startsWith('0')) return decimal
  const thousands = Number(whole + fraction)
  if (mark === ',') return decimals < 3 ? ask(Number(`${whole}.${fraction}`), thousands, decimals) : decimal
  if (decimals < 3) return { kind: 'number', value: thousands }
  return decimals === 3 && whole.length > 1 ? { kind: 'ambiguous', values: [Number(`${whole}.${fraction}`), thousands] } : decimal
}

/** `1,789` where two decimals are allowed: 1789 in English notation, or 1,79 with a digit too many. */
function ask(exact: number, thousands: number, decimals: number): Reading {
  return { kind: 'ambiguous', values: [Number(exact.toFixed(decimals)), thousands] }
}

function withFraction(whole: string, fraction: string, decimals: number): Reading {
  if (fraction.replace(/0+$/, '').length > decimals) return { kind: 'too-precise' }
  return { kind: 'number', value: Number(`${whole || '0'}.${fraction || '0'}`) }
}

/** `1234.5` → `1.234,50`. Fixed decimals, so that figures line up. */
export const formatItalianNumber = (value: number, decimals = 2, grouped = true): string =>
  new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: grouped && 'always',
  }).format(value)

/** The documented sentence of the rule `decimal`, English as it is. */
export const notDecimal = (label: string) => `The ${label} field must contain only decimal values`
