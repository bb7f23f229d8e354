import { isValidIBAN } from 'ibantools'

// Check digits and formats of Italian codes. Every function accepts any string and never throws.

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
/** Value of a digit or letter in the even places of a fiscal code or CIN: 0–9 for digits, 0–25 for letters. */
const rank = (char: string) => (char <= '9' ? Number(char) : char.charCodeAt(0) - 65)
/** The control letter of a fiscal code (D.M. 23/12/1976) and of the Italian BBAN (CIN): `text` is A–Z and 0–9 only. */
export function controlLetter(text: string): string {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += i % 2 ? rank(text[i]!) : ODD[rank(text[i]!)]!
  return String.fromCharCode(65 + (sum % 26))
}

/** Upper case without spaces, dots, dashes and slashes, as codes and plates are stored. */
export const compact = (text: string) => text.toUpperCase().replace(/[\s./-]/g, '')

const PERSON = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/
/** Fiscal code of a person, 16 characters, omocodia included. */
export const isPersonFiscalCode = (code: string) => PERSON.test(code) && controlLetter(code.slice(0, 15)) === code[15]
/** Fiscal code of a person (16 characters), or of a company or a provisional one (11 digits, like a VAT number). */
export const isFiscalCode = (code: string) => isPersonFiscalCode(code) || isPiva(code)

export const MONTH_LETTERS = 'ABCDEHLMPRST'
const OMOCODIA = 'LMNPQRSTUV'
const digits = (text: string) => Number(text.replace(/[L-V]/g, (letter) => String(OMOCODIA.indexOf(letter))))
/** True if a person's fiscal code agrees with the birth date `bornDate` (`YYYY-MM-DD`). A company's code contains no date, so it gives true. */
export function fiscalCodeFitsBirth(code: string, bornDate: string): boolean {
  if (!PERSON.test(code)) return true
  const [year = 0, month = 0, day = 0] = bornDate.split('-').map(Number)
  return digits(code.slice(6, 8)) === year % 100 && MONTH_LETTERS.indexOf(code[8]!) + 1 === month && digits(code.slice(9, 11)) % 40 === day
}

/** Luhn check digit of `body`, as in VAT and card numbers. */
export function luhnDigit(body: string): number {
  let sum = 0
  for (let i = body.length - 1, double = true; i >= 0; i--, double = !double) {
    const digit = Number(body[i]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return (10 - (sum % 10)) % 10
}
const passesLuhn = (number: string) => luhnDigit(number.slice(0, -1)) === Number(number.at(-1))
/** Italian VAT number: 11 digits, not all zero, Luhn. */
export const isPiva = (code: string) => /^\d{11}$/.test(code) && !/^0+$/.test(code) && passesLuhn(code)
/** True if the text contains what could be a full card number (13–19 digits that pass Luhn). */
export const holdsCardNumber = (text: string) =>
  [...text.matchAll(/\d(?:[ .-]?\d){12,18}(?!\d)/g)].some(([match]) => passesLuhn(match.replace(/\D/g, '')))

/** Checks a compact IBAN of any country in the ISO 13616 registry: length, format and mod 97 by ibantools, which omits Italy's control letter (CIN). */
export const isIban = (iban: string) => isValidIBAN(iban) && (!iban.startsWith('IT') || controlLetter(iban.slice(5)) === iban[4])

const PLATES = [
  /^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/, // car
  /^[A-HJ-NPR-TV-Z]{2}\d{5}$/, // motorcycle
  /^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{6}$/, // moped
  /^X[A-Z]\d{3}[A-Z]{2}$/, // trailer
  /^[A-Z]{2}\d{5,6}$/, // trailer, old series
  /^[A-Z]{2}\d{3}[A-Z]$/, // farm machine
  /^(ROMA|[A-Z]{2})(\d{5,6}|[A-Z]\d{5}|\d[A-Z]\d{4})$/, // before 1994
]
/** An Italian plate in its compact form. */
export const isPlate = (plate: string) => PLATES.some((shape) => shape.test(plate))
/** Any plate of another country in its compact form. */
export const isForeignPlate = (plate: string) => /^[A-Z0-9]{2,10}$/.test(plate)

/** True for two numbers in one text, such as `0521 12345/6`: what stands before a slash, a comma or a word is long enough to be one. */
export function isSeveralPhones(text: string): boolean {
  const figures = (part: string) => part.replace(/\D/g, '').length
  const [first = '', ...others] = text.split(/[/;,|]|\s(?:e|o|oppure)\s/i)
  if (figures(first) >= 6 && others.some((part) => figures(part) > 0)) return true
  const parts = text.split(/\s*[-–]\s*/)
  const last = figures(parts.at(-1)!)
  // `0521 12345-6` ends in the last figures of a second number.
  return (
    parts.filter((part) => figures(part) >= 6).length > 1 ||
    (parts.length > 1 && last < 3 && figures(text.replace(/^\s*(\+|00)39/, '')) - last >= 9)
  )
}
/** A phone number as stored: E.164 (`+39…` for numbers that start with 0 or 3), toll-free numbers unchanged; null if it is invalid. */
export function phoneNumber(text: string): string | null {
  const raw = text.replace(/[\s./()-]/g, '').replace(/^00/, '+')
  if (!/^\+?\d{6,15}$/.test(raw)) return null
  if (raw.startsWith('+')) return raw
  if (/^39\d{9,}$/.test(raw)) return `+${raw}`
  return /^[03]/.test(raw) && raw.length <= 13 ? `+39${raw}` : raw
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/** RFC 5322 without quoting and comments, at most 254 characters, lower case. */
export const isEmail = (address: string) => address.length <= 254 && address.indexOf('@') <= 64 && EMAIL.test(address)

/** Rule `multiple_email_receipt`: one '@' more than separators, no spaces, not empty. */
export function isEmailList(text: string, separator = ';'): boolean {
  return text !== '' && !/\s/.test(text) && text.split('@').length - 1 === text.split(separator).length
}
/** Rule `decimal`: any number of decimals unless limited; 0 means integers only; an empty text is invalid. */
export function isDecimalText(text: string, decimals?: number, separator = '.'): boolean {
  const fraction = decimals === 0 ? '' : `(?:${separator === '.' ? '\\.' : separator}\\d{1,${decimals ?? ''}})?`
  return /\d/.test(text) && new RegExp(`^[-+]?\\d*${fraction}$`).test(text)
}
/** Rules `latitude` (limit 90) and `longitude` (limit 180): a finite number within ± limit. */
export const isCoordinate = (value: number, limit: 90 | 180) => Number.isFinite(value) && Math.abs(value) <= limit

/** Rule `date_format`: an existing day, `YYYY-MM-DD`. The year 0 does not exist. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (!year || !month || !day || year === '0000') return false
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}
const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Text that PostgreSQL, XML and PDF can store: no control characters except tab and line ends, and no lone surrogates. */
export const isPlainText = (text: string) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text)
