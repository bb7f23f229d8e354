import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readyModels } from '../../../server/db/seed/inspections/model-library.ts'
import type { Answer } from '../../../src/contract/inspections/answers.ts'
import { ModelDefinition } from '../../../src/contract/inspections/form.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { closingSignatures } from '../../../src/rules/inspections/missing.ts'
import { visibleForm } from '../../../src/rules/inspections/visibility.ts'
import { station, TODAY } from './helpers.ts'

const models = readyModels.map((ready) => ({ ...ready, definition: v.parse(ModelDefinition, ready.definition) }))
const byCode = (code: string) => models.find(({ definition }) => definition.code === code)!.definition
const rich = station({
  facts: { serve: true, self: true, selfGPL: true, videoSurveillance: true, services: ['Bar'] },
  equipment: {
    dispensers: [{ id: 1, label: 'Colonnina 1' }],
    guns: [{ id: 4, label: 'Pistola 1', parent_id: 1 }],
    fire_extinguishers: [{ id: 55, label: 'Estintore A1', number: 'A1' }],
    tanks: [{ id: 9, label: 'Cisterna 1' }],
  },
  prices: [{ fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.789 }],
})

it('are five, with the codes, times and sizes of the library', () => {
  const size = ({ definition }: (typeof models)[number]) => definition.categories.reduce((sum, s) => sum + s.questions.length, 0)
  expect(models.map((m) => [m.definition.code, m.minutes, m.periodicity, m.definition.categories.length, size(m)])).toEqual([
    ['VPV', 45, 'every_120_days', 9, 50],
    ['ANT', 30, 'annual', 6, 24],
    ['HACCP', 30, 'semiannual', 5, 20],
    ['GPL', 20, 'semiannual', 4, 15],
    ['PASS', 60, null, 4, 15],
  ])
})
it('use keys that belong to one model each', () => {
  for (const { definition } of models) {
    const prefix = definition.code.toLowerCase()
    for (const section of definition.categories) {
      expect(section.key.startsWith(`c_${prefix}_`)).toBe(true)
      for (const question of section.questions) expect(question.key.startsWith(`q_${prefix}_`)).toBe(true)
    }
  }
})
describe('a verifica of each', () => {
  const photo = '0b7e1f80-58c1-4d6a-9a6e-2f7f6a1c9d01'
  const sign = { file: photo, name: 'Ada Neri', at: '2026-03-10T09:30:00Z' }
  const good: Record<string, unknown> = {
    yes_no_na: 'si',
    yes_no: 'si',
    rating: 5,
    number: 3,
    text: 'x',
    textarea: 'x',
    date: TODAY,
    datetime: `${TODAY}T09:00`,
    photo: [photo],
    signature: sign,
    scan: 'A1',
    price_check: [{ fuel_id: 1, mode: 'self', expected: 1.789, totem: 1.789, dispenser: 1.789 }],
  }
  const value = (q: { type: string; invert?: boolean; columns?: { key: string; type: string }[]; options?: { key: string }[] }) => {
    if (q.type === 'table')
      return [Object.fromEntries(q.columns!.map((c) => [c.key, c.type === 'number' ? -20 : c.type === 'select' ? 'Acqua' : 'x']))]
    if (q.type === 'single_choice') return q.options![0]!.key
    if (q.type === 'multi_choice') return [q.options![0]!.key]
    return q.invert ? 'no' : good[q.type]
  }
  it.each(models.map((m) => [m.definition.code, m.definition] as const))('%s can be completed with all well', (_code, definition) => {
    const answers: Record<string, Answer> = {}
    // Answers open further questions, so the form is filled until nothing new appears.
    for (let round = 0; round < 3; round++)
      for (const s of visibleForm(definition, answers, rich))
        for (const b of s.blocks) for (const q of b.questions) answers[q.key] ??= { v: value(q.question as never) as never }
    const gps = { lat: 45.4642, lon: 9.19 }
    const result = evaluate(definition, { answers, gps }, rich, TODAY)
    expect(result.missing).toEqual([])
    expect(result.nonConformities).toEqual([])
    expect([result.score, result.outcome]).toEqual([definition.scoring ? 100 : null, 'conforme'])
    expect(result.answered).toBe(result.total)
    expect(closingSignatures(definition)).toEqual([])
  })
})
it('show what the station has, and repeat over its equipment', () => {
  const keys = (facts: object) =>
    visibleForm(byCode('VPV'), {}, { ...rich, facts: { ...rich.facts, ...facts } }).flatMap((s) =>
      s.blocks.flatMap((b) => b.questions.map((q) => q.key)),
    )
  expect(keys({})).toEqual(expect.arrayContaining(['q_vpv_divisa', 'q_vpv_video', 'q_vpv_selfgpl', 'q_vpv_bar', 'q_vpv_pistole#dsp-1']))
  const bare = keys({ serve: false, selfGPL: false, videoSurveillance: false, services: [] })
  for (const key of ['q_vpv_divisa', 'q_vpv_video', 'q_vpv_selfgpl', 'q_vpv_bar']) expect(bare).not.toContain(key)
})
it('VPV does not conform when one dispenser leaks, HACCP notes a warm fridge', () => {
  const leak = evaluate(byCode('VPV'), { answers: { 'q_vpv_pistole#dsp-1': { v: 'no' } } }, rich, TODAY)
  expect([leak.outcome, leak.counts.critica, leak.nonConformities[0]!.deadline]).toEqual(['non_conforme', 1, '2026-03-12'])
  const fridge = evaluate(byCode('HACCP'), { answers: { q_haccp_frigo: { v: [{ apparecchio: 'Bibite', temperatura: 7 }] } } }, rich, TODAY)
  expect(fridge.nonConformities).toMatchObject([{ severity: 'grave', reason: 'Riga 1: Temperatura 7, deve essere al massimo 4 °C' }])
})
