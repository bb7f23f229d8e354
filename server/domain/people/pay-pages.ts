import { isPersonFiscalCode } from '../../../src/contract/kernel/italian-codes.ts'
import { type PayKind, type PayProblem, type PayType, payTypes } from '../../../src/contract/people/pay-words.ts'
import { monthNumber, typeOfMonth } from '../../../src/rules/people/payslips.ts'

export interface Period {
  year: number | null
  month: number | null
}
/** What a file's name says of its content: `{CF}_{YYYY}_{MM}[_{tipo}].pdf`, `{CF}_CU{YYYY}.pdf`, `LUL_{YYYY}_{MM}.pdf`. */
export interface Named extends Period {
  code: string | null
  type: PayType | null
}
/** One document found in a file: its pages, counted from 0, both included. */
export interface Found extends Period {
  from: number
  to: number
  code: string | null
  type: PayType
  problem: PayProblem | null
}

const DIGITS = new Set([6, 7, 9, 10, 12, 13, 14])
/** Digits that were written or read as letters which no codice fiscale has in their place; the control letter proves the correction. */
const corrected = (code: string) =>
  [...code].map((char, at) => (DIGITS.has(at) ? (char === 'O' ? '0' : char === 'I' ? '1' : char) : char)).join('')
const SHAPE = /[A-Z]{6}[0-9LMNPQRSTUVOI]{2}[A-Z][0-9LMNPQRSTUVOI]{2}[A-Z][0-9LMNPQRSTUVOI]{3}[A-Z]/g
/** Lookahead, because a run of letters without spaces may contain one that begins within another. */
const ANYWHERE = new RegExp(`(?=(${SHAPE.source}))`, 'g')

/** The codici fiscali of persons in a text, each once, by their control letter; also those written with spaces between their parts. */
export function codesIn(text: string): string[] {
  const upper = text.toUpperCase()
  const words = [...upper.matchAll(new RegExp(`(?<![A-Z0-9])(${SHAPE.source})(?![A-Z0-9])`, 'g'))].map(([code]) => corrected(code))
  const whole = words.filter(isPersonFiscalCode)
  if (whole.length) return [...new Set(whole)]
  const joined = upper.replace(/\s+/g, '')
  return [...new Set([...joined.matchAll(ANYWHERE)].map(([, code]) => corrected(code!)).filter(isPersonFiscalCode))]
}

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text))
export function namedBy(name: string, kind: PayKind): Named {
  const base = name.replace(/^.*[/\\]/, '').replace(/\.pdf$/i, '')
  const [first = ''] = base.split(/[_\s-]/)
  const [code = null] = codesIn(first)
  if (kind === 'cud') return { code, month: null, type: null, year: numberOf(/(?:^|[^A-Z0-9])CU[D]?[_-]?(20\d\d)(?!\d)/i.exec(base)?.[1]) }
  const [, year, month, word] = /(?:^|[_\s-])(20\d\d)[_-](\d{1,2})(?:[_-]([a-z]+))?(?![a-z\d])/i.exec(base) ?? []
  const type = word?.toLowerCase() ?? ''
  return { code, year: numberOf(year), month: numberOf(month), type: Object.hasOwn(payTypes, type) ? (type as PayType) : null }
}

const MONTH = 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'
/** The period that a page names; null where it names none. */
export function periodIn(text: string, kind: PayKind): Period {
  if (kind === 'cud') return { month: null, year: numberOf(/certificazione\s+unica\s+(20\d\d)/i.exec(text)?.[1]) }
  const [, word, after] = new RegExp(`\\b(${MONTH})\\s+(?:anno\\s*:?\\s*)?(20\\d\\d)\\b`, 'i').exec(text) ?? []
  if (word) return { month: monthNumber(word)!, year: Number(after) }
  const [, month, year] = /\b(?:mese|periodo)[^\d\n]{0,25}(\d{1,2})\s*(?:[/-]|anno\D{0,3})\s*(20\d\d)\b/i.exec(text) ?? []
  return { month: numberOf(month), year: numberOf(year) }
}

/** Whether a period exists: months 1 to 14, years from 2000 to next year. */
const exists = ({ year, month }: Period, kind: PayKind, thisYear: number) =>
  year !== null && year >= 2000 && year <= thisYear + 1 && (kind === 'cud' || (month !== null && month >= 1 && month <= 14))

/**
 * The documents of a file by the texts of its pages. Consecutive pages with the same codice fiscale belong together; a page without one stays alone, because it
 * may belong to the person after it as well as to the one before. A code that is on every page of a file of several people is the employer's.
 * Source: docs/spec/people.md#import-of-payslips
 */
export function documentsIn(
  texts: readonly string[],
  { kind, name, given, thisYear }: { kind: PayKind; name: string; given: Period; thisYear: number },
): Found[] {
  const named = namedBy(name, kind)
  const found = texts.map(codesIn)
  const everywhere = (code: string) => found.every((codes) => codes.includes(code))
  const several = new Set(found.flat()).size > 1
  const own = found.map((codes) => (codes.length > 1 && several && texts.length > 1 ? codes.filter((code) => !everywhere(code)) : codes))
  const all = [...new Set(own.flat())]
  // A file named after a person, or that names only one, is that person's as a whole.
  const groups = named.code || all.length === 1 ? [{ from: 0, to: texts.length - 1, codes: all }] : grouped(own)
  return groups.map(({ from, to, codes }) => {
    const said = periodIn(texts.slice(from, to + 1).join('\n'), kind)
    const period = {
      year: named.year ?? said.year ?? given.year,
      month: kind === 'cud' ? null : (named.month ?? said.month ?? given.month),
    }
    const right = exists(period, kind, thisYear)
    const code = named.code ?? (codes.length === 1 ? codes[0]! : null)
    const problem: PayProblem | null = codes.length
      ? named.code && !codes.includes(named.code)
        ? 'discordante'
        : code === null
          ? 'piu_codici'
          : null
      : code === null
        ? 'nessun_codice'
        : null
    const kept = right ? period : { year: null, month: null }
    return { from, to, code, ...kept, type: named.type ?? typeOfMonth(kept.month), problem: problem ?? (right ? null : 'periodo') }
  })
}
function grouped(own: readonly string[][]) {
  const groups: { from: number; to: number; codes: string[] }[] = []
  for (const [at, codes] of own.entries()) {
    const last = groups.at(-1)
    if (last && codes.length === 1 && last.codes.length === 1 && last.codes[0] === codes[0]) last.to = at
    else groups.push({ from: at, to: at, codes })
  }
  return groups
}
