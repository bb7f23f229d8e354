import { describe, expect, it, test } from 'vitest'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { distance } from '../../../src/rules/shared/distance.ts'
import { model, one, section, station, TODAY, yesNoNa } from './helpers.ts'

const uuid = '0b7e1f80-58c1-4d6a-9a6e-2f7f6a1c9d01'

describe('the worked example of the specification', () => {
  const definition = model(
    [
      section('c_a', [yesNoNa('q_1', { weight: 2 }), yesNoNa('q_2', { nc: { severity: 'lieve' } }), yesNoNa('q_3')], { weight: 2 }),
      section('c_b', [{ key: 'q_4', type: 'rating', label: 'Accoglienza' }]),
    ],
    { thresholds: { ok: 85, warn: 70 } },
  )
  const answers = { q_1: { v: 'si' }, q_2: { v: 'no' }, q_3: { v: 'na' }, q_4: { v: 4 } }

  it('gives 66.7, 75.0 and 69.4, and does not conform with warn 70', () => {
    const result = evaluate(definition, { answers }, station(), TODAY)
    expect(result.sections.map((s) => s.score)).toEqual([66.7, 75])
    expect(result.score).toBe(69.4)
    expect(result.outcome).toBe('non_conforme')
    expect(result.missing).toEqual([])
    expect(result.sections[0]).toMatchObject({ answered: 3, total: 3, conforming: 1, nonConforming: 1, notApplicable: 1 })
  })
  it('is amber from warn on and green from ok on', () => {
    const outcome = (ok: number, warn: number) =>
      evaluate({ ...definition, thresholds: { ok, warn } }, { answers }, station(), TODAY).outcome
    expect(outcome(85, 69.4)).toBe('con_osservazioni')
    expect(outcome(69.4, 60)).toBe('conforme')
  })
  it('has no score where scoring is off, and then only non-conformities decide', () => {
    const silent = evaluate({ ...definition, scoring: false }, { answers }, station(), TODAY)
    expect([silent.score, silent.outcome]).toEqual([null, 'conforme'])
  })
})

type Vector = [name: string, question: Record<string, unknown>, value: unknown, score: number | null, verdict: string | null]
const options = [
  { key: 'a', label: 'Buono', score: 1 },
  { key: 'b', label: 'Medio', score: 0.5 },
  { key: 'c', label: 'Cattivo', score: 0, nc: true },
]
const prices = (...rows: [number | null, number | null, number | null][]) =>
  rows.map(([expected, totem, dispenser], index) => ({ fuel_id: index, mode: 'self', expected, totem, dispenser }))
const vectors: Vector[] = [
  ['yes', { type: 'yes_no' }, 'si', 1, 'conforme'],
  ['no', { type: 'yes_no' }, 'no', 0, 'non_conforme'],
  ['inverted yes', { type: 'yes_no', invert: true }, 'si', 0, 'non_conforme'],
  ['inverted no', { type: 'yes_no_na', invert: true }, 'no', 1, 'conforme'],
  ['not applicable', { type: 'yes_no_na' }, 'na', null, 'na'],
  ['na where it is not offered', { type: 'yes_no' }, 'na', null, null],
  ['weight 0', { type: 'yes_no', weight: 0 }, 'no', null, 'non_conforme'],
  ['choice', { type: 'single_choice', options }, 'b', 0.5, 'conforme'],
  ['choice that opens a non-conformity', { type: 'single_choice', options }, 'c', 0, 'non_conforme'],
  ['choice that is gone from the model', { type: 'single_choice', options }, 'z', null, null],
  [
    'choice without scores',
    {
      type: 'single_choice',
      options: [
        { key: 'a', label: 'A' },
        { key: 'b', label: 'B' },
      ],
    },
    'a',
    null,
    null,
  ],
  ['choices', { type: 'multi_choice', options }, ['a', 'b'], 1, 'conforme'],
  ['some choices', { type: 'multi_choice', options }, ['b'], 1 / 3, 'conforme'],
  ['bad choice among others', { type: 'multi_choice', options }, ['a', 'c'], 2 / 3, 'non_conforme'],
  ['rating 5', { type: 'rating' }, 5, 1, null],
  ['rating 1', { type: 'rating' }, 1, 0, null],
  ['rating at its limit', { type: 'rating', nc_at: 2 }, 2, 0.25, 'non_conforme'],
  ['rating over its limit', { type: 'rating', nc_at: 2, max: 10 }, 10, 1, 'conforme'],
  ['number in range', { type: 'number', ok_min: 0, ok_max: 4 }, 4, 1, 'conforme'],
  ['number out of range', { type: 'number', ok_max: 4 }, 4.1, 0, 'non_conforme'],
  ['number under range', { type: 'number', ok_min: 0 }, -0.01, 0, 'non_conforme'],
  ['number without range', { type: 'number' }, 12, null, null],
  ['text', { type: 'text' }, 'ciao', null, null],
  ['date that expires, past', { type: 'date', expires: true }, '2026-03-09', 0, 'non_conforme'],
  ['date that expires, today', { type: 'date', expires: true }, TODAY, 1, 'conforme'],
  ['plain date', { type: 'date' }, '1999-01-01', null, null],
  ['time', { type: 'time' }, '09:30', null, null],
  ['moment', { type: 'datetime' }, '2026-03-10T09:30', null, null],
  ['photo', { type: 'photo' }, [uuid], null, null],
  ['file', { type: 'file' }, [uuid], null, null],
  ['signature', { type: 'signature', role: 'terzo' }, { file: uuid, name: 'Ada', at: '2026-03-10T09:30:00Z' }, null, null],
  ['position near', { type: 'gps', max_distance: 300 }, { lat: 45.466, lon: 9.19 }, null, 'conforme'],
  ['position far', { type: 'gps', max_distance: 100 }, { lat: 45.466, lon: 9.19 }, null, 'non_conforme'],
  ['position without limit', { type: 'gps' }, { lat: 1, lon: 1 }, null, null],
  ['scan without a block', { type: 'scan', expect: 'equipment_number' }, 'X1', null, null],
  ['equipment', { type: 'equipment', source: 'tanks' }, { type: 'tanks', id: 3, label: 'Cisterna 3' }, null, null],
  ['price check, equal', { type: 'price_check' }, prices([1.789, 1.789, 1.789]), 1, 'conforme'],
  ['price check, one differs', { type: 'price_check' }, prices([1.789, 1.789, 1.799], [1.659, 1.659, null]), 2 / 3, 'non_conforme'],
  ['price check without an expected price', { type: 'price_check' }, prices([null, 1.8, 1.8]), 1, 'conforme'],
  ['price check, one misread', { type: 'price_check' }, prices([1.789, 17.89, 1.789]), 1, 'conforme'],
  ['price check, nothing but misread', { type: 'price_check' }, prices([1.789, -1, null]), null, null],
  ['table', { type: 'table', rows: 'free', columns: [{ key: 't', label: '°C', type: 'number', ok_max: 4 }] }, [{ t: 4 }], null, 'conforme'],
  [
    'table out of range',
    { type: 'table', rows: 'free', columns: [{ key: 't', label: '°C', type: 'number', ok_max: 4 }] },
    [{ t: 1 }, { t: 5 }],
    null,
    'non_conforme',
  ],
  ['table without limits', { type: 'table', rows: 'free', columns: [{ key: 't', label: 'T', type: 'text' }] }, [{ t: 'x' }], null, null],
]
test.each(vectors)('%s', (_name, question, value, score, verdict) => {
  const { q } = one({ nc: { severity: 'lieve' }, ...question }, { v: value as never })
  if (score === null) expect(q.score).toBeNull()
  else expect(q.score).toBeCloseTo(score, 12)
  expect(q.verdict).toBe(verdict)
  expect(q.reason === null).toBe(verdict !== 'non_conforme')
})

it('tells why in Italian', () => {
  const nc = { severity: 'lieve' }
  expect(one({ type: 'number', ok_max: 4, unit: '°C', nc }, { v: 6.5 }).q.reason).toBe('6,5, deve essere al massimo 4 °C')
  expect(one({ type: 'date', expires: true, nc }, { v: '2025-12-31' }).q.reason).toBe('Scaduto il 31/12/2025')
  expect(one({ type: 'gps', max_distance: 100, nc }, { v: { lat: 45.4742, lon: 9.19 } }).q.reason).toBe(
    'Posizione a 1.112 m dal punto vendita (massimo 100 m)',
  )
})
it('measures Milan to Rome within half a percent of the 477 km of the ellipsoid', () => {
  const metres = distance({ lat: 45.4642, lon: 9.19 }, { lat: 41.9028, lon: 12.4964 })
  expect(Math.abs(metres - 477_000) / 477_000).toBeLessThan(0.005)
})

it('averages the blocks of a repeatable section, and compares the scanned number with the row', () => {
  const definition = model([
    section(
      'c_1',
      [yesNoNa('q_ok'), { key: 'q_scan', type: 'scan', label: 'Matricola', expect: 'equipment_number', nc: { severity: 'lieve' } }],
      {
        repeat: { source: 'fire_extinguishers', label: 'Estintore' },
      },
    ),
  ])
  const here = station({
    equipment: {
      fire_extinguishers: [
        { id: 55, label: 'Estintore A1', number: 'A1' },
        { id: 56, label: 'Estintore A2', number: 'A2' },
      ],
    },
  })
  const result = evaluate(
    definition,
    { answers: { 'q_ok#ext-55': { v: 'si' }, 'q_ok#ext-56': { v: 'no' }, 'q_scan#ext-55': { v: 'a1' }, 'q_scan#ext-56': { v: 'A9' } } },
    here,
    TODAY,
  )
  expect(result.sections[0]!.blocks.map((b) => [b.block.id, b.score])).toEqual([
    ['ext-55', 100],
    ['ext-56', 0],
  ])
  expect(result.score).toBe(50)
  expect(result.sections[0]!.blocks.map((b) => b.questions[1]!.verdict)).toEqual(['conforme', 'non_conforme'])
})
