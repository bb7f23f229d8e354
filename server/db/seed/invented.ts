import { controlLetter, luhnDigit, MONTH_LETTERS } from '../../../src/contract/kernel/italian-codes.ts'
import { addDays } from '../../domain/shared/days.ts'
import { areaCodes, femaleNames, maleNames, sectors, streets, surnames } from './lists.ts'
import type { Random } from './random.ts'
import { type Town, towns } from './towns.ts'

/** Generators of invented people, companies and numbers: formally valid, nobody's. */

const letters = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
const consonants = (text: string) => letters(text).replace(/[AEIOU]/g, '')
const vowels = (text: string) => letters(text).replace(/[^AEIOU]/g, '')

export interface Birth {
  name: string
  lastname: string
  female: boolean
  /** `YYYY-MM-DD`. */
  bornDate: string
  /** Cadastral code of the town of birth. */
  cadastral: string
}
/** The fiscal code of a person; `omocodia` of the seven digits (from the right) are written as letters. */
export function fiscalCodeOf({ name, lastname, female, bornDate, cadastral }: Birth, omocodia = 0): string {
  const [year = '', month = '', day = ''] = bornDate.split('-')
  const surname = `${consonants(lastname)}${vowels(lastname)}XXX`.slice(0, 3)
  const own = consonants(name)
  const given = own.length >= 4 ? `${own[0]}${own[2]}${own[3]}` : `${own}${vowels(name)}XXX`.slice(0, 3)
  const date = String(Number(day) + (female ? 40 : 0)).padStart(2, '0')
  const body = [...`${surname}${given}${year.slice(2)}${MONTH_LETTERS[Number(month) - 1]}${date}${cadastral}`]
  for (const place of [14, 13, 12, 10, 9, 7, 6].slice(0, omocodia)) body[place] = 'LMNPQRSTUV'[Number(body[place])]!
  const text = body.join('')
  return text + controlLetter(text)
}

/** VAT number: seven digits, the office of a province (001–121), the check digit. */
export function pivaOf(random: Random): string {
  const body = random.chars(7, '0123456789') + String(random.int(1, 121)).padStart(3, '0')
  return body + luhnDigit(body)
}
const ABI = ['02008', '03069', '05034', '05387', '07601', '01030', '08327']
export function ibanOf(random: Random, abi = random.pick(ABI)): string {
  const account = abi + random.chars(5, '0123456789') + random.chars(12, '0123456789')
  const bban = controlLetter(account) + account
  const number = `${bban}IT00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `IT${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`
}
/** Codes of the recipient of electronic invoices: 30% have the PEC only (`0000000`). */
export const sdiOf = (random: Random) => (random.chance(0.3) ? '0000000' : random.chars(7, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'))

const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ'
/** 94% cars, 4% motorcycles, 2% trailers. */
export function plateOf(random: Random): string {
  const start = random.weighted([
    ['E', 15],
    ['F', 45],
    ['G', 35],
    ['D', 5],
  ])
  const letter = () => random.chars(1, PLATE_LETTERS)
  const kind = random.next()
  if (kind < 0.02) return `X${letter()}${random.chars(3, '0123456789')}${letter()}${letter()}`
  if (kind < 0.06) return `${start}${letter()}${random.chars(5, '0123456789')}`
  return `${start}${letter()}${random.chars(3, '0123456789')}${letter()}${letter()}`
}
/** In the range for national use: `9380`, the digit of the type, ten digits, the check digit. */
export function cardNumberOf(random: Random, type: number): string {
  const body = `9380${type}${random.chars(10, '0123456789')}`
  return body + luhnDigit(body)
}
/** E.164 numbers with the exchange 555, which nobody has. */
export const mobileOf = (random: Random) => `+393${random.int(20, 89)}555${random.chars(4, '0123456789')}`
export const landlineOf = (random: Random, region: string) => `+39${areaCodes[region] ?? '06'}555${random.chars(4, '0123456789')}`

/** A street with its number or kilometre. */
export function streetOf(random: Random): string {
  const street = random.zipf(streets)
  if (!street.includes('{n}')) return `${street} ${random.int(1, 240)}`
  return street.replace('{n}', street.includes('km') ? `${random.int(2, 98)}+${random.int(1, 9)}00` : String(random.int(3, 412)))
}
const addressPart = (text: string) => letters(text).toLowerCase()

/** A person aged `from`–`to` on the base day. `serial` keeps addresses apart. */
export function personOf(random: Random, asOf: string, serial: number, [from, to]: readonly [number, number] = [19, 68], omocodia = 0) {
  const female = random.chance(0.45)
  const name = random.zipf(female ? femaleNames : maleNames)
  const lastname = random.zipf(surnames)
  const birthplace: Town = random.pick(towns)
  const home: Town = random.chance(0.7) ? birthplace : random.pick(towns)
  const bornDate = addDays(asOf, -random.int(Math.ceil(from * 365.25) + 1, Math.floor(to * 365.25)))
  return {
    name,
    lastname,
    bornIn: birthplace.name,
    bornDate,
    fiscalCode: fiscalCodeOf({ name, lastname, female, bornDate, cadastral: birthplace.cadastral }, omocodia),
    phone: mobileOf(random),
    email: `${addressPart(name)}.${addressPart(lastname)}${serial}@example.it`,
    residence: `${streetOf(random)}, ${home.cap} ${home.name} (${home.province})`,
  }
}

/** An invented company with its tax codes, invoicing codes and addresses. */
export function companyOf(random: Random, serial: number) {
  const surname = random.zipf(surnames)
  const name = `${surname} ${random.pick(sectors)} ${random.weighted([
    ['S.r.l.', 60],
    ['S.n.c.', 18],
    ['S.a.s.', 14],
    ['S.p.A.', 8],
  ])}`
  const town: Town = random.pick(towns)
  const piva = pivaOf(random)
  const mailbox = `${addressPart(surname)}${serial}`
  return {
    name,
    piva,
    fiscalCode: piva,
    sdi: sdiOf(random),
    pec: `${mailbox}@pec.example.it`,
    email: `info.${mailbox}@example.it`,
    phone: landlineOf(random, town.region),
    iban: ibanOf(random),
    address: streetOf(random),
    cap: town.cap,
    city: town.name,
    province: town.province,
  }
}
