import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { closingSignatures } from '../../../src/rules/inspections/missing.ts'
import { model, one, section, station, TODAY, yesNoNa } from './helpers.ts'

const photo = '0b7e1f80-58c1-4d6a-9a6e-2f7f6a1c9d01'
const rule = (severity: string, over = {}) => ({ type: 'yes_no_na', nc: { severity, ...over } })
const signature = (refused = false) => ({
  file: refused ? null : photo,
  name: 'Ada Neri',
  at: '2026-03-10T09:30:00Z',
  refused,
  reason: refused ? 'Non concorda' : null,
})

describe('a non-conformity', () => {
  it('has 60, 15 or 2 days by severity, or those of its rule', () => {
    const deadline = (severity: string, over = {}) => one(rule(severity, over), { v: 'no' }).nonConformities[0]!.deadline
    expect(['lieve', 'grave', 'critica'].map((s) => deadline(s))).toEqual(['2026-05-09', '2026-03-25', '2026-03-12'])
    expect(deadline('grave', { deadline_days: 0 })).toBe(TODAY)
  })
  it('needs a rule: without one a "no" only lowers the score', () => {
    const result = one({ type: 'yes_no_na' }, { v: 'no' })
    expect(result.nonConformities).toEqual([])
    expect(result).toMatchObject({ score: 0, outcome: 'non_conforme', counts: { lieve: 0, grave: 0, critica: 0 } })
    // Nor is it called one: the same rule for the device, the server and the verbale.
    expect(result.q).toMatchObject({ verdict: null, reason: null })
    expect(result.sections[0]).toMatchObject({ nonConforming: 0 })
    expect(result.because).toBe('Punteggio 0,0, sotto 70')
  })
  it('follows `when` where the model gives it', () => {
    const when = { when: { op: 'eq', value: 'na' } }
    expect(one(rule('lieve', when), { v: 'no' }).nonConformities).toHaveLength(0)
    expect(one(rule('lieve', when), { v: 'na' }).nonConformities).toHaveLength(1)
    expect(
      one({ type: 'text', nc: { severity: 'lieve', when: { op: 'contains', value: 'perdita' } } }, { v: 'Perdita lieve' }).q.verdict,
    ).toBe('non_conforme')
  })
  it('set by hand stands alone, or raises what the rule gives, never lowers it', () => {
    const alone = one({ type: 'text' }, { v: 'x', nc: { severity: 'grave', note: 'Rotto', deadline: '2026-04-01' } })
    expect(alone.nonConformities).toMatchObject([
      { key: 'q_x', block: '', severity: 'grave', note: 'Rotto', deadline: '2026-04-01', manual: true, reason: null },
    ])
    expect(alone.outcome).toBe('con_osservazioni')
    const both = (severity: 'lieve' | 'critica') =>
      one(rule('grave'), { v: 'no', note: 'A', photos: [photo], nc: { severity, note: 'B', photos: [photo] } }).nonConformities
    expect(both('critica')).toMatchObject([
      { severity: 'critica', note: 'A\nB', photos: [photo], deadline: '2026-03-12', reason: 'Risposta: No' },
    ])
    expect(both('lieve')).toMatchObject([{ severity: 'grave', deadline: '2026-03-25' }])
  })
  it('of a critical question makes the verifica not conforming, whatever the score', () => {
    const definition = model([section('c_1', [yesNoNa('q_a', { critical: true, weight: 0.01 }), yesNoNa('q_b', { weight: 100 })])])
    const outcome = (q_a: object) => evaluate(definition, { answers: { q_a, q_b: { v: 'si' } } }, station(), TODAY).outcome
    expect([outcome({ v: 'si' }), outcome({ v: 'na' }), outcome({ v: 'no' })]).toEqual(['conforme', 'conforme', 'non_conforme'])
    expect(outcome({ v: 'si', nc: { severity: 'lieve' } })).toBe('non_conforme')
    const failed = evaluate(definition, { answers: { q_a: { v: 'no' }, q_b: { v: 'si' } } }, station(), TODAY)
    expect(failed.nonConformities).toMatchObject([{ key: 'q_a', severity: 'critica', reason: 'Risposta: No' }])
    expect(failed.because).toBe(`Domanda decisiva non conforme: «${failed.nonConformities[0]!.label}»`)
  })
  it('that is graver than "lieve" is named as what decides', () => {
    const grave = one(rule('grave'), { v: 'no', note: 'x' })
    expect([grave.outcome, grave.because]).toEqual(['non_conforme', 'Punteggio 0,0, sotto 70'])
    const text = one({ type: 'text', nc: { severity: 'grave', when: { op: 'contains', value: 'perdita' } } }, { v: 'Perdita' })
    expect([text.outcome, text.because]).toEqual(['con_osservazioni', `Non conformità grave: «${text.nonConformities[0]!.label}»`])
    expect(one({ type: 'yes_no' }, { v: 'si' }).because).toBeNull()
  })
})

describe('what is missing', () => {
  it('what the station has none of is not required: no price, no row of equipment to answer for', () => {
    const columns = [{ key: 'litri', label: 'Litri', type: 'number' }]
    const gun = { id: 1, label: 'Pistola 1' }
    const price = { fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.799 }
    for (const [question, known] of [
      [{ type: 'price_check' }, { prices: [price] }],
      [{ type: 'equipment', source: 'guns' }, { equipment: { guns: [gun] } }],
      [{ type: 'table', rows: 'guns', columns }, { equipment: { guns: [gun] } }],
    ] as const) {
      expect(one(question, {}, station()).missing, question.type).toEqual([])
      expect(one(question, {}, station(known)).missing, question.type).toMatchObject([{ kind: 'answer', key: 'q_x' }])
    }
    expect(one({ type: 'table', rows: 'free', columns }, {}).missing).toMatchObject([{ kind: 'answer' }])
  })
  it('names the required answers, and leaves the optional ones alone', () => {
    expect(one({ type: 'text' }, {}).missing).toEqual([
      { kind: 'answer', section: 'c_1', key: 'q_x', label: 'Domanda', message: 'Manca la risposta.' },
    ])
    expect(one({ type: 'text', required: false }, {}).missing).toEqual([])
    expect(one({ type: 'number', max: 3 }, { v: 4 }).missing).toMatchObject([
      { kind: 'invalid', message: 'Il valore deve essere minore o uguale a 3.' },
    ])
  })
  it('asks for the evidence of the question, but not for N.A.', () => {
    const need = { type: 'yes_no_na', note: 'required', photo: 'required' }
    const kinds = (answer: object) => one(need, answer).missing.map((m) => m.kind)
    expect(kinds({ v: 'si' })).toEqual(['note', 'photo'])
    expect(kinds({ v: 'si', note: ' ', photos: [photo] })).toEqual(['note'])
    expect(kinds({ v: 'na' })).toEqual([])
    expect(kinds({})).toEqual(['answer', 'note', 'photo'])
  })
  it('asks for the evidence of a non-conformity only when it is there', () => {
    const need = rule('grave', { require: ['note', 'photo'] })
    const kinds = (answer: object) => one(need, answer).missing.map((m) => m.kind)
    expect(kinds({ v: 'si' })).toEqual([])
    expect(kinds({ v: 'no' })).toEqual(['note', 'photo'])
    expect(kinds({ v: 'no', nc: { severity: 'lieve', note: 'x', photos: [photo] } })).toEqual([])
  })
  it('includes position, cover and signatures as the model requires', () => {
    const definition = model([section('c_1', [])], { require: { gps: true, cover_photo: true } })
    const kinds = (record: object) => evaluate(definition, { answers: {}, ...record }, station(), TODAY).missing.map((m) => m.key)
    expect(kinds({})).toEqual(['cover_photo', 'gps', 'signatures.inspector', 'signatures.manager'])
    const done = {
      answers: { cover_photo: { photos: [photo] } },
      gps: { lat: 1, lon: 1 },
      signatures: { inspector: signature(), manager: signature(true) },
    }
    expect(kinds(done)).toEqual([])
  })
  it('does not ask twice for a signature the form itself asks for', () => {
    const definition = model([section('c_1', [{ key: 'q_s', type: 'signature', label: 'Firma gestore', role: 'gestore' }])], {
      require: {},
    })
    expect(closingSignatures(definition)).toEqual(['inspector'])
    const missing = evaluate(definition, { answers: {}, signatures: { inspector: signature() } }, station(), TODAY).missing
    expect(missing).toMatchObject([{ kind: 'answer', key: 'q_s', message: 'Manca la firma.' }])
    expect(evaluate(definition, { answers: { q_s: { v: signature(true) } } }, station(), TODAY).missing.map((m) => m.key)).toEqual([
      'signatures.inspector',
    ])
  })
})

describe('open non-conformities of earlier verifiche', () => {
  const open = [
    { id: 12, label: 'Estintore scarico', severity: 'lieve' as const },
    { id: 13, label: 'Sigillo rotto', severity: 'grave' as const },
  ]
  const definition = model([section('c_1', [yesNoNa('q_a')])])
  const check = (answers: object) => evaluate(definition, { answers: { q_a: { v: 'si' }, ...answers }, open }, station(), TODAY)
  it('must each be answered, and count in the progress', () => {
    const result = check({ nc_12: { v: 'si' } })
    expect(result.previous.map((p) => p.resolved)).toEqual([true, null])
    expect(result).toMatchObject({ answered: 2, total: 3, missing: [{ kind: 'previous', key: 'nc_13', label: 'Sigillo rotto' }] })
  })
  it('keep the outcome amber while a grave one stays open; severity may be raised', () => {
    expect(check({ nc_12: { v: 'no' }, nc_13: { v: 'si' } }).outcome).toBe('conforme')
    expect(check({ nc_12: { v: 'si' }, nc_13: { v: 'no' } }).outcome).toBe('con_osservazioni')
    const raised = check({ nc_12: { v: 'no', nc: { severity: 'critica' } }, nc_13: { v: 'si' } })
    expect([raised.previous[0]!.severity, raised.outcome]).toEqual(['critica', 'con_osservazioni'])
  })
})
