import { expect, test } from 'vitest'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { codesIn, documentsIn, namedBy, periodIn } from '../../../server/domain/people/pay-pages.ts'

const person = (lastname: string, bornDate = '1980-05-20') =>
  fiscalCodeOf({ name: 'Ada', lastname, female: true, bornDate, cadastral: 'H501' })
const [anna, bice, boss] = [person('Neri'), person('Bianchi'), person('Padroni')]
const read = (texts: string[], name = 'LUL.pdf', given = { year: null, month: null } as { year: number | null; month: number | null }) =>
  documentsIn(texts, { kind: 'paghe', name, given, thisYear: 2026 }).map(({ from, to, code, problem, year, month }) => [
    from,
    to,
    code,
    problem,
    month,
    year,
  ])

test('a codice fiscale counts by its control letter, with spaces in it, and with the letter O or I for a digit', () => {
  expect(codesIn(`Codice fiscale ${anna} e ${bice}.`)).toEqual([anna, bice])
  expect(codesIn(`C.F. ${anna.slice(0, 6)} ${anna.slice(6, 11)} ${anna.slice(11)}`)).toEqual([anna])
  expect(anna).toContain('0')
  expect(codesIn(`CF: ${anna.slice(0, 6)}${anna.slice(6).replaceAll('0', 'O')}`)).toEqual([anna])
  const wrong = anna.slice(0, 15) + (anna[15] === 'A' ? 'B' : 'A')
  expect(codesIn(`CF ${wrong}`)).toEqual([])
  expect(codesIn('P.IVA 01234567897')).toEqual([])
})

test('names of files say person and period', () => {
  expect(namedBy(`${anna}_2026_03.pdf`, 'paghe')).toEqual({ code: anna, year: 2026, month: 3, type: null })
  expect(namedBy(`${anna}_2026_13_tredicesima.PDF`, 'paghe')).toEqual({ code: anna, year: 2026, month: 13, type: 'tredicesima' })
  expect(namedBy('LUL_2026_03.pdf', 'paghe')).toEqual({ code: null, year: 2026, month: 3, type: null })
  expect(namedBy(`${anna}_CU2026.pdf`, 'cud')).toEqual({ code: anna, year: 2026, month: null, type: null })
  expect(namedBy('scansione.pdf', 'paghe')).toEqual({ code: null, year: null, month: null, type: null })
})

test('a page names its period in words or in figures', () => {
  expect(periodIn('Mese: marzo 2026', 'paghe')).toEqual({ month: 3, year: 2026 })
  expect(periodIn('Mese MARZO Anno 2026', 'paghe')).toEqual({ month: 3, year: 2026 })
  expect(periodIn('Periodo di paga 03/2026', 'paghe')).toEqual({ month: 3, year: 2026 })
  expect(periodIn('Assunto il 12/03/2020', 'paghe')).toEqual({ month: null, year: null })
  expect(periodIn('CERTIFICAZIONE\nUNICA 2026', 'cud')).toEqual({ month: null, year: 2026 })
})

test('consecutive pages of one person belong together, and a page of nobody is attached to no one', () => {
  const of = (code: string) => `${code} marzo 2026`
  expect(read([of(anna), of(anna), of(bice), 'segue', of(anna)])).toEqual([
    [0, 1, anna, null, 3, 2026],
    [2, 2, bice, null, 3, 2026],
    [3, 3, null, 'nessun_codice', null, null],
    [4, 4, anna, null, 3, 2026],
  ])
  // A file with one person alone is that person's as a whole.
  expect(read([of(anna), 'segue'])).toEqual([[0, 1, anna, null, 3, 2026]])
})

test('the employer’s code on every page is nobody’s payslip', () => {
  expect(read([`${boss} ${anna} marzo 2026`, `${boss} ${bice} marzo 2026`])).toEqual([
    [0, 0, anna, null, 3, 2026],
    [1, 1, bice, null, 3, 2026],
  ])
  expect(read([`${anna} ${bice} marzo 2026`])).toEqual([[0, 0, null, 'piu_codici', 3, 2026]])
})

test('a period that does not exist is asked for; one that is not named is the one given', () => {
  expect(read([anna], `${anna}_2026_15.pdf`)).toEqual([[0, 0, anna, 'periodo', null, null]])
  expect(read([anna], 'uno.pdf', { year: 2026, month: 2 })).toEqual([[0, 0, anna, null, 2, 2026]])
  expect(read([`${anna} marzo 2035`], 'uno.pdf')).toEqual([[0, 0, anna, 'periodo', null, null]])
  expect(read([bice], `${anna}_2026_03.pdf`)).toEqual([[0, 0, anna, 'discordante', 3, 2026]])
  // A scan has no text: its name says whose it is.
  expect(read(['scansione'], `${anna}_2026_03.pdf`)).toEqual([[0, 0, anna, null, 3, 2026]])
})
