import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cleanInput, cleanText } from '../../src/contract/kernel/clean-text.ts'
import * as f from '../../src/contract/kernel/fields.ts'
import { validateAnswer } from '../../src/rules/inspections/validate-answer.ts'
import { readValue } from '../../src/rules/inspections/values.ts'

test.each([
  ['Banca Doppia', 'Banca Doppia'],
  ['Banca\u200b Doppia', 'Banca Doppia'],
  ['Banca\u00a0Doppia', 'Banca Doppia'],
  ['\u202eBanca\u202c Dop\u00adpia\ufeff', 'Banca Doppia'],
  ['Prima\0riga', 'Primariga'],
  ['Prima\vriga', 'Prima riga'],
  ['a\u2028b\u2003c', 'a b c'],
  ['Caffe\u0300', 'Caffè'],
  ['x\ud800y', 'xy'],
  ['nota\tdi\r\ndue righe', 'nota\tdi\r\ndue righe'],
  ['👨\u200d👩\u200d👧 ❤\ufe0f', '👨\u200d👩\u200d👧 ❤\ufe0f'],
  ['\u200b\u00a0\u2060\0', ' '],
])('%j is taken in as %j', (text, taken) => expect(cleanText(text)).toBe(taken))

test('a text that is clean stays so, and nothing invisible is left of any', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = cleanText(text)
      expect(cleanText(once)).toBe(once)
      expect(once).not.toMatch(/[^\P{Cc}\t\n\r]|[\u200b\u200e\u202a-\u202e\u2060-\u2064\ufeff\u00a0\u00ad]|\p{Cs}/u)
    }),
    { numRuns: 60 },
  )
})

test('what a field of the device accepts is what the server takes in, for any text', () => {
  const fields = {
    name: f.text('Nome'),
    code: f.upperText('Codice', { max: 12 }),
    note: f.longText('Note'),
    email: f.optional(f.email('Email')),
  }
  const body = v.object(fields)
  fc.assert(
    fc.property(
      fc.record({ name: fc.string({ unit: 'binary' }), code: fc.string({ unit: 'binary' }), note: fc.string({ unit: 'binary' }) }),
      (given) => {
        const device = v.safeParse(body, given)
        const server = v.safeParse(body, cleanInput(device.success ? device.output : given))
        expect(server.success).toBe(device.success)
        if (device.success) expect(server.output).toEqual(device.output)
      },
    ),
    { numRuns: 60 },
  )
})

test('a blank text is an empty one, whatever it is made of', () => {
  const note = f.optionalText('Note')
  for (const blank of ['', '  ', '\u00a0', '\u200b', ' \u2060\t', '\0']) expect(v.parse(note, blank)).toBeNull()
})

test('an answer of a verifica without a visible letter is none, and one with hidden ones is judged without them', () => {
  expect([readValue('text', '\u200b\u00a0'), readValue('text', 'x\u200b')]).toEqual([undefined, 'x\u200b'])
  const question = { type: 'text', key: 'q', label: 'Q', max_length: 10, pattern: '^[0-9]{3}$' } as never
  expect([validateAnswer(question, '12\u200b3', '2026-11-20'), validateAnswer(question, '12x', '2026-11-20')]).toEqual([
    null,
    'Il formato non è valido.',
  ])
})

test('a value without anything strange is the same value, and secrets are left alone', () => {
  const body = { name: 'Forlì', list: [{ text: 'a' }], n: 1, none: null, password: 'a\u00a0b' }
  expect(cleanInput(body)).toBe(body)
  expect(cleanInput({ ...body, list: [{ text: 'a\u200b' }] })).toEqual(body)
})
