import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import { Answers, AnswersPatch } from '../../../src/contract/inspections/answers.ts'
import { ModelDefinition } from '../../../src/contract/inspections/form.ts'
import { isSafePattern, matchesPattern } from '../../../src/contract/inspections/pattern.ts'
import { Question } from '../../../src/contract/inspections/question.ts'
import { validateAnswer } from '../../../src/rules/inspections/validate-answer.ts'
import { ask, model, section, TODAY, yesNoNa } from './helpers.ts'

const uuid = (n: number) => `0b7e1f80-58c1-4d6a-9a6e-2f7f6a1c9d${String(n).padStart(2, '0')}`
const signed = { file: uuid(1), name: 'Ada Neri', at: '2026-03-10T09:30:00Z' }
const options = [
  { key: 'a', label: 'A' },
  { key: 'b', label: 'B' },
  { key: 'c', label: 'C' },
]
const columns = [
  { key: 't', label: 'Temperatura', type: 'number', decimals: 1 },
  { key: 's', label: 'Stato', type: 'select', options: ['Acceso', 'Spento'] },
  { key: 'd', label: 'Data', type: 'date' },
]
const price = (totem: unknown) => [{ fuel_id: 1, mode: 'self', expected: 1.8, totem, dispenser: null }]

type Row = [question: Record<string, unknown>, value: unknown, message: string | null]
test.each<Row>([
  [{ type: 'number', min: 0, max: 10, step: 0.5 }, 9.5, null],
  [{ type: 'number', min: 2.5 }, 2, 'Il valore deve essere maggiore o uguale a 2,5.'],
  [{ type: 'number', max: 1000 }, 1001, 'Il valore deve essere minore o uguale a 1.000.'],
  [{ type: 'number', step: 0.5 }, 0.7, 'Il valore deve procedere a passi di 0,5.'],
  [{ type: 'number', step: 0.1 }, 0.3, null],
  [{ type: 'number', decimals: 0 }, 1.5, 'Inserire un numero intero.'],
  [{ type: 'number', decimals: 2 }, 1.005, 'Sono ammessi al massimo 2 decimali.'],
  [{ type: 'number' }, 'uno', 'Inserire un numero.'],
  [{ type: 'rating' }, 5, null],
  [{ type: 'rating' }, 6, 'La valutazione va da 1 a 5.'],
  [{ type: 'rating', max: 10 }, 0, 'La valutazione va da 1 a 10.'],
  [{ type: 'single_choice', options }, 'b', null],
  [{ type: 'single_choice', options }, 'z', 'L’opzione scelta non è ammessa.'],
  [{ type: 'multi_choice', options, min: 2 }, ['a'], 'Numero minimo di scelte: 2.'],
  [{ type: 'multi_choice', options, max: 1 }, ['a', 'b'], 'Numero massimo di scelte: 1.'],
  [{ type: 'multi_choice', options }, ['a', 'a'], 'Le opzioni scelte non sono ammesse.'],
  [{ type: 'multi_choice', options }, [], null],
  [{ type: 'text', max_length: 3 }, 'abcd', 'Il testo supera il limite: 4 di 3 caratteri.'],
  [{ type: 'text', pattern: '[A-Z]{2}\\d{3}' }, 'AB123', null],
  [{ type: 'text', pattern: '[A-Z]{2}\\d{3}' }, 'xAB123', 'Il formato non è valido.'],
  [{ type: 'date' }, '2026-02-30', 'La data non è valida.'],
  [{ type: 'date', not_before: 'today-30' }, '2026-02-07', 'La data non può essere precedente al 08/02/2026.'],
  [{ type: 'date', not_before: 'today-30' }, '2026-02-08', null],
  [{ type: 'date', not_after: 'today' }, '2026-03-11', 'La data non può essere successiva al 10/03/2026.'],
  [{ type: 'datetime', not_after: '2026-01-01' }, '2026-01-02T10:00', 'La data non può essere successiva al 01/01/2026.'],
  [{ type: 'time' }, '24:00', 'L’ora non è valida.'],
  [{ type: 'time' }, '23:59', null],
  [{ type: 'photo', min: 2 }, [uuid(1)], 'Numero minimo di foto: 2.'],
  [{ type: 'photo', max: 1 }, [uuid(1), uuid(2)], 'Numero massimo di foto: 1.'],
  [{ type: 'signature', role: 'gestore' }, signed, null],
  [{ type: 'signature', role: 'gestore' }, { ...signed, file: null }, 'La firma richiede il nome del firmatario e il tratto.'],
  [{ type: 'signature', role: 'gestore' }, { name: '', at: signed.at, refused: true }, 'Indicare il motivo del rifiuto della firma.'],
  [{ type: 'gps' }, { lat: 91, lon: 0 }, 'La posizione non è valida.'],
  [{ type: 'scan' }, 'x'.repeat(201), 'Il codice non può superare 200 caratteri.'],
  [{ type: 'equipment', source: 'tanks' }, { type: 'pos', id: 1, label: 'P' }, 'L’attrezzatura scelta non è ammessa.'],
  [{ type: 'table', rows: 'free', columns }, [{ t: 4.5, s: 'Acceso', d: '2026-01-01' }], null],
  [
    { type: 'table', rows: 'free', columns },
    [{ t: 1 }, { t: 4.55 }],
    'Riga 2: «Temperatura» deve essere un numero, con al massimo 1 decimale.',
  ],
  [{ type: 'table', rows: 'free', columns }, [{ s: 'Rotto' }], 'Riga 1: «Stato» non è valido.'],
  [{ type: 'table', rows: 'free', columns, max_rows: 1 }, [{ t: 1 }, { t: 2 }], 'Numero massimo di righe: 1.'],
  [{ type: 'price_check' }, price(1.789), null],
  [{ type: 'price_check' }, price(17.89), 'Il prezzo deve essere compreso tra 0,100 e 9,999.'],
  [{ type: 'yes_no' }, 'na', 'Il valore non è adatto a questa domanda.'],
  [{ type: 'yes_no' }, null, null],
])('%j = %j', (question, value, message) => {
  expect(validateAnswer(ask(question), value as never, TODAY)).toBe(message)
})

test.each([
  ['[A-Z]{2}\\d{5}', true],
  ['\\d+([.,]\\d{1,2})?', true],
  ['(ab|cd)-\\d+', true],
  ['(a+)+b', false],
  ['(a|a)*b', false],
  ['(?=a)a', false],
  ['(a)\\1', false],
  ['a*a*a*a*b', false],
  ['(a{1,500}){1,500}', false],
  ['[', false],
])('pattern %s is taken: %s', (source, safe) => {
  expect(isSafePattern(source)).toBe(safe)
  expect(v.safeParse(Question, { key: 'q_x', type: 'text', label: 'T', pattern: source }).success).toBe(safe)
})
it('matches the whole text only', () => {
  expect([matchesPattern('\\d+', '12'), matchesPattern('\\d+', '12a'), matchesPattern('a|b', 'ac')]).toEqual([true, false, false])
})

it('holds the limits of a model', () => {
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => yesNoNa(`q_${from + i}`))
  expect(() => model([section('c_1', many(81))])).toThrow('al massimo 80 domande')
  expect(() => model(Array.from({ length: 41 }, (_, i) => section(`c_${i}`, [])))).toThrow('al massimo 40 sezioni')
  const full = Array.from({ length: 7 }, (_, i) => section(`c_${i}`, many(72, i * 72)))
  expect(() => model(full)).toThrow('al massimo 500 domande')
  expect(() => model([section('c_1', [yesNoNa('q_a')]), section('c_2', [yesNoNa('q_a')])])).toThrow('Due domande hanno la stessa chiave.')
  expect(() => model([])).toThrow('Il modello non ha sezioni.')
})
it('takes the example question of the specification, nulls and all, and strips what its type does not know', () => {
  const written = {
    key: 'q_7f3a',
    position: 3,
    type: 'yes_no_na',
    label: 'Estintori presenti e accessibili?',
    help: 'Almeno uno ogni isola; non coperti da merce.',
    required: true,
    weight: 2,
    options: null,
    min: null,
    max: null,
    step: null,
    unit: null,
    pattern: null,
    max_length: null,
    photo: 'optional',
    note: 'optional',
    critical: false,
    nc: {
      when: { op: 'in', value: ['no'] },
      severity: 'grave',
      require: ['note', 'photo'],
      deadline_days: 15,
      ticket_category_id: null,
      suggestion: 'Ripristinare.',
    },
    visible_if: { all: [{ q: 'q_11aa', op: 'eq', value: 'si' }] },
    prefill: null,
    tags: ['antincendio'],
    norm: 'D.M. 2/9/2021',
  }
  const question = v.parse(Question, written)
  expect(question).toMatchObject({ key: 'q_7f3a', weight: 2, invert: false, nc: { severity: 'grave', require: ['note', 'photo'] } })
  expect(question).not.toHaveProperty('options')
})
it('refuses conditions that are too deep, and keys that could reach the prototype', () => {
  const deep = (n: number): object => (n ? { all: [deep(n - 1)] } : { q: 'q_a', op: 'answered' })
  const parse = (n: number) => v.safeParse(Question, { key: 'q_b', type: 'yes_no', label: 'B', visible_if: deep(n) }).success
  expect([parse(4), parse(5), parse(2000)]).toEqual([true, false, false])
  expect(v.safeParse(Answers, JSON.parse('{"__proto__":{"v":"si"}}')).output).toEqual({})
  expect(
    v.safeParse(Answers, { constructor: { v: 'si' } }).success && Object.keys(v.parse(Answers, { constructor: { v: 'si' } })).length,
  ).toBeFalsy()
})
it('accepts answers of every kind and null to remove one', () => {
  const answers = {
    q_a: { v: 'no', note: 'Coperto', photos: [uuid(1)], at: '2026-03-10T09:30:00.000Z' },
    'q_b#ext-55': { v: ['x'] },
    [`q_c#free-${uuid(3)}`]: { v: [{ t: 4, _label: 'Frigo' }] },
    q_s: { v: signed },
    nc_12: { v: 'si' },
    cover_photo: { photos: [uuid(2)] },
  }
  expect(v.parse(Answers, answers)).toEqual(answers)
  expect(v.parse(AnswersPatch, { q_a: null })).toEqual({ q_a: null })
  for (const bad of ['x', 'q_A', 'q_a#55', 'q_a#ext-', 'q_a#free-1', 'nc_x'])
    expect(v.safeParse(Answers, { [bad]: { v: 1 } }).success).toBe(false)
  expect(v.safeParse(Answers, { q_a: { v: Number.NaN } }).success).toBe(false)
  expect(v.is(ModelDefinition, {})).toBe(false)
})
