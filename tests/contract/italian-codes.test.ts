import { describe, expect, test } from 'vitest'
import * as codes from '../../src/contract/kernel/italian-codes.ts'

describe('check digits', () => {
  test.each(['RSSMRA85T10A562S', 'RSSMRA85T10A56NH'])('%s is a fiscal code', (code) => expect(codes.isFiscalCode(code)).toBe(true))
  test.each(['RSSMRA85T10A562X', 'RSSMRA85T10A562', 'rssmra85t10a562s', '12345678901', '', '1234567890A'])('%s is not', (code) =>
    expect(codes.isFiscalCode(code)).toBe(false),
  )
  test("a company's VAT number is also its fiscal code", () => {
    expect(codes.isFiscalCode('00743110157')).toBe(true)
    expect(codes.isPersonFiscalCode('00743110157')).toBe(false)
  })
  test.each(['00743110157', '07643520567'])('%s is a VAT number', (code) => expect(codes.isPiva(code)).toBe(true))
  test.each(['12345678901', '00000000000', '0743110157', 'IT00743110157'])('%s is not', (code) => expect(codes.isPiva(code)).toBe(false))
  test('an Italian IBAN needs mod 97, the format and the CIN', () => {
    expect(codes.isIban('IT60X0542811101000000123456')).toBe(true)
    expect(codes.isIban('IT61X0542811101000000123456')).toBe(false)
    expect(codes.isIban('DE89370400440532013000')).toBe(true)
    expect(codes.isIban('IT60X054281110100000012345')).toBe(false)
    // The check digits are right, but the length is not that of Germany.
    expect(codes.isIban('DE72123456789012345678901')).toBe(false)
    // Mod 97 is right, but the CIN is wrong: Y instead of X.
    const rest = 'Y0542811101000000123456'
    const wrongCin = Array.from({ length: 97 }, (_, i) => `IT${String(i + 2).padStart(2, '0')}${rest}`).filter((iban) => mod97(iban) === 1n)
    expect(wrongCin.length).toBeGreaterThan(0)
    for (const iban of wrongCin) expect(codes.isIban(iban)).toBe(false)
  })
})
const mod97 = (iban: string) => BigInt((iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55))) % 97n

test('a fiscal code contains the birth date', () => {
  expect(codes.fiscalCodeFitsBirth('RSSMRA85T10A562S', '1985-12-10')).toBe(true)
  expect(codes.fiscalCodeFitsBirth('RSSMRA85T50A562S', '1985-12-10')).toBe(true)
  expect(codes.fiscalCodeFitsBirth('RSSMRAUST10A562S', '1956-12-10')).toBe(false)
  expect(codes.fiscalCodeFitsBirth('RSSMRAUST10A562S', '1986-12-10')).toBe(true)
  expect(codes.fiscalCodeFitsBirth('RSSMRA85T10A562S', '1985-12-11')).toBe(false)
  expect(codes.fiscalCodeFitsBirth('RSSMRA85T10A562S', '1985-11-10')).toBe(false)
  expect(codes.fiscalCodeFitsBirth('00743110157', '1985-11-10')).toBe(true)
})

test.each(['AB123CD', 'EF12345', 'X2AB3C', 'XA123BC', 'PR123456', 'AB123C', 'ROMA12345', 'RM1A2345', 'MIA12345'])(
  '%s is a plate',
  (plate) => expect(codes.isPlate(plate)).toBe(true),
)
test.each(['AI123CD', 'ABCDEF', 'ABC', 'AB1234567', ''])('%s is no Italian plate', (plate) => expect(codes.isPlate(plate)).toBe(false))
test('a foreign plate only has letters and digits', () => {
  expect(codes.isForeignPlate('BAB1234')).toBe(true)
  expect(codes.isForeignPlate('B')).toBe(false)
  expect(codes.isForeignPlate('B-AB 1234')).toBe(false)
})

test.each([
  ['0521 123456', '+390521123456'],
  ['333/1234567', '+393331234567'],
  ['+39 02 1234567', '+39021234567'],
  ['0039 02 1234567', '+39021234567'],
  ['393331234567', '+393331234567'],
  ['391 234 5678', '+393912345678'],
  ['800 123456', '800123456'],
  ['+41 44 123 45 67', '+41441234567'],
  ['112', null],
  ['centralino', null],
  ['1234567890123456', null],
  ['12+345678', null],
])('phone %s is stored as %s', (written, stored) => expect(codes.phoneNumber(written)).toBe(stored))

test.each(['a.b+c@example.it', "o'neill@sub.example.co.uk", 'x@xn--caf-dma.example.it'])('%s is an address', (address) =>
  expect(codes.isEmail(address)).toBe(true),
)
test.each(['a@b', 'a b@example.it', 'a@@example.it', 'a..b@example.it', '@example.it', 'a@example.it.', `${'a'.repeat(65)}@example.it`])(
  '%s is none',
  (address) => expect(codes.isEmail(address)).toBe(false),
)
test.each([
  ['a@example.it', true],
  ['a@example.it;b@example.it', true],
  ['a@example.it;b@example.it;', false],
  ['a@example.it; b@example.it', false],
  ['a@example.it,b@example.it', false],
  ['', false],
  ['nessuno', false],
])('list of addresses %s: %s', (text, ok) => expect(codes.isEmailList(text)).toBe(ok))
test('a list of addresses can have another separator', () => expect(codes.isEmailList('a@example.it,b@example.it', ',')).toBe(true))

test.each([
  ['12', undefined, '.', true],
  ['-12.345', undefined, '.', true],
  ['.5', undefined, '.', true],
  ['12.345', 2, '.', false],
  ['12.34', 2, '.', true],
  ['12,34', 2, ',', true],
  ['12,34', 2, '.', false],
  ['12.3', 0, '.', false],
  ['12', 0, '.', true],
  ['', undefined, '.', false],
  ['-', undefined, '.', false],
  ['1e5', undefined, '.', false],
  ['12.', undefined, '.', false],
] as const)('decimal %s with %s decimals and %s: %s', (text, decimals, separator, ok) =>
  expect(codes.isDecimalText(text, decimals, separator)).toBe(ok),
)

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '1949-12-31'])('%s is a day', (text) => expect(codes.isDay(text)).toBe(true))
test.each(['2026-02-29', '1900-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01', '2026-1-1', '01/01/2026', ''])(
  '%s is none',
  (text) => expect(codes.isDay(text)).toBe(false),
)
test('coordinates are finite and within their limit', () => {
  expect(codes.isCoordinate(-90, 90)).toBe(true)
  expect(codes.isCoordinate(90.0001, 90)).toBe(false)
  expect(codes.isCoordinate(180, 180)).toBe(true)
  expect(codes.isCoordinate(Number.NaN, 180)).toBe(false)
})
test('a full card number is found in free text, our own codes are not', () => {
  expect(codes.holdsCardNumber('Carta 4111 1111 1111 1111 di Rossi')).toBe(true)
  expect(codes.holdsCardNumber('4111-1111-1111-1111')).toBe(true)
  expect(codes.holdsCardNumber('4111 1111 1111 1112')).toBe(false)
  expect(codes.holdsCardNumber('finale 1111')).toBe(false)
})
test('text that PostgreSQL or XML cannot store is refused', () => {
  expect(codes.isPlainText('Perché no?\n\t😀')).toBe(true)
  for (const bad of ['a\u0000b', 'a\ud800b', '\udc00', 'a\u0007', 'a\u009f']) expect(codes.isPlainText(bad)).toBe(false)
})

test('two phone numbers in one text are told from one that is written with separators', () => {
  for (const two of [
    '0521 12345/6',
    '0521 123456 / 0521 654321',
    '0521123456-0521654321',
    '333 1234567, 334 1234567',
    '0521123456 e 333 1234567',
    '0521 12345-6',
    '333 1234567 - 8',
    '0521 123456-57',
  ])
    expect(codes.isSeveralPhones(two), two).toBe(true)
  for (const one of [
    '0521/123456',
    '0521-123456',
    '02 / 1234567',
    '+39 0521 123456',
    '333-1234567',
    '333-12-34-567',
    '+39 333 123 45-67',
    '333 12 34 567',
    '0521.123.456',
  ])
    expect(codes.isSeveralPhones(one), one).toBe(false)
})
