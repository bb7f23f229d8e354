import { expect, test } from 'vitest'
import { cardNumberOf, companyOf, fiscalCodeOf, ibanOf, personOf, pivaOf, plateOf } from '../../server/db/seed/invented.ts'
import { stream } from '../../server/db/seed/random.ts'
import * as codes from '../../src/contract/kernel/italian-codes.ts'

test.each([
  [{ name: 'Mario', lastname: 'Rossi', female: false, bornDate: '1985-12-10', cadastral: 'A562' }, 'RSSMRA85T10A562S'],
  [{ name: 'Mario', lastname: 'Rossi', female: true, bornDate: '1985-12-10', cadastral: 'A562' }, 'RSSMRA85T50A562'],
  // A name with four consonants uses the first, third and fourth.
  [{ name: 'Gianfranco', lastname: "D'Angelo", female: false, bornDate: '2001-01-01', cadastral: 'B034' }, 'DNGGFR01A01B034'],
  [{ name: 'Bo', lastname: 'Fo', female: false, bornDate: '2001-01-01', cadastral: 'B034' }, 'FOXBOX01A01B034'],
  [{ name: 'Noè', lastname: 'De Luca', female: false, bornDate: '2001-01-01', cadastral: 'B034' }, 'DLCNOE01A01B034'],
])('fiscal code of %j', (birth, expected) => {
  const code = fiscalCodeOf(birth)
  expect(code.startsWith(expected)).toBe(true)
  expect(codes.isPersonFiscalCode(code)).toBe(true)
  expect(codes.fiscalCodeFitsBirth(code, birth.bornDate)).toBe(true)
})
test('omocodia replaces digits by letters from the right', () => {
  const birth = { name: 'Mario', lastname: 'Rossi', female: false, bornDate: '1985-12-10', cadastral: 'A562' }
  expect(fiscalCodeOf(birth, 1)).toBe('RSSMRA85T10A56NH')
  for (let count = 1; count <= 7; count++) {
    expect(codes.isPersonFiscalCode(fiscalCodeOf(birth, count))).toBe(true)
    expect(codes.fiscalCodeFitsBirth(fiscalCodeOf(birth, count), '1985-12-10')).toBe(true)
  }
})
test('a thousand generated people and companies have valid codes', () => {
  for (let i = 0; i < 1_000; i++) {
    const random = stream(7, 'check', i)
    const person = personOf(random, '2026-11-21', i, [18, 85], i % 8)
    expect(codes.isPersonFiscalCode(person.fiscalCode), person.fiscalCode).toBe(true)
    expect(codes.fiscalCodeFitsBirth(person.fiscalCode, person.bornDate), person.fiscalCode).toBe(true)
    expect(person.bornDate < '2008-11-22' && person.bornDate > '1941-11-20', person.bornDate).toBe(true)
    expect(codes.isEmail(person.email)).toBe(true)
    expect(codes.phoneNumber(person.phone)).toBe(person.phone)
    const company = companyOf(random, i)
    expect(codes.isPiva(company.piva) && codes.isIban(company.iban) && codes.isEmail(company.pec)).toBe(true)
    expect(company.sdi).toMatch(/^[A-Z0-9]{7}$/)
    expect(codes.isPiva(pivaOf(random))).toBe(true)
    expect(codes.isIban(ibanOf(random))).toBe(true)
    expect(codes.isPlate(plateOf(random))).toBe(true)
    const card = cardNumberOf(random, i % 5)
    expect(card).toMatch(/^9380\d{12}$/)
    expect(codes.luhnDigit(card.slice(0, -1))).toBe(Number(card.at(-1)))
  }
})
test('random streams are independent by entity and row, and uniform', () => {
  expect(stream(1, 'a', 0).next()).toBe(stream(1, 'a', 0).next())
  expect(new Set([stream(1, 'a', 0), stream(1, 'a', 1), stream(1, 'b', 0), stream(2, 'a', 0)].map((random) => random.next())).size).toBe(4)
  const random = stream(1, 'even', 0)
  const sixths = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < 60_000; i++) sixths[random.int(0, 5)]!++
  for (const count of sixths) expect(Math.abs(count - 10_000)).toBeLessThan(400)
  let sum = 0
  let squares = 0
  for (let i = 0; i < 20_000; i++) {
    const value = random.bell()
    sum += value
    squares += value * value
  }
  expect(Math.abs(sum / 20_000)).toBeLessThan(0.03)
  expect(Math.abs(squares / 20_000 - 1)).toBeLessThan(0.05)
  const list = ['a', 'b', 'c', 'd']
  const drawn = Array.from({ length: 4_000 }, () => random.zipf(list))
  expect(drawn.filter((letter) => letter === 'a').length).toBeGreaterThan(drawn.filter((letter) => letter === 'd').length)
  expect([...random.shuffle(list)]).toHaveMembers(list)
})
