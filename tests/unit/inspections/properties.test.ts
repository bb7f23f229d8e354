import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer, Answers } from '../../../src/contract/inspections/answers.ts'
import type { QuestionInput } from '../../../src/contract/inspections/question.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { dropHidden, visibleForm } from '../../../src/rules/inspections/visibility.ts'
import { model, section, station, TODAY } from './helpers.ts'

const TYPES = ['yes_no_na', 'yes_no', 'rating', 'number', 'text', 'date', 'single_choice'] as const
const options = [
  { key: 'a', label: 'A', score: 1 },
  { key: 'b', label: 'B', score: 0.3, nc: true },
]
const value = fc.oneof(
  fc.constantFrom('si', 'no', 'na', 'a', 'b', '2026-01-01', '2027-01-01', ''),
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(null, undefined, [], ['a']),
)
const where = station({
  facts: { self: true, services: ['Bar'] },
  equipment: {
    tanks: [
      { id: 1, label: 'C1' },
      { id: 2, label: 'C2' },
    ],
  },
})
/** A model of up to 12 questions in up to 4 sections, conditions on earlier questions, and answers good and bad for all its blocks. */
const scene = fc
  .array(
    fc.record({
      type: fc.constantFrom(...TYPES),
      weight: fc.constantFrom(0, 1, 2.5),
      critical: fc.boolean(),
      nc: fc.constantFrom(null, 'lieve', 'grave', 'critica'),
      looksAt: fc.nat(20),
      test: fc.constantFrom(
        { op: 'eq', value: 'si' },
        { op: 'ne', value: 'no' },
        { op: 'gt', value: 3 },
        { op: 'answered' },
        { op: 'not_answered' },
        null,
      ),
      opens: fc.boolean(),
      required: fc.boolean(),
      values: fc.array(value, { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows) => {
    const sections: { questions: QuestionInput[]; repeat: boolean }[] = []
    const answers: Record<string, Answer> = {}
    rows.forEach((row, i) => {
      if (i === 0 || (row.opens && sections.length < 4)) sections.push({ questions: [], repeat: row.looksAt % 2 === 1 })
      const { questions, repeat } = sections.at(-1)!
      questions.push({
        key: `q_${i}`,
        label: `Q${i}`,
        type: row.type,
        weight: row.weight,
        critical: row.critical,
        required: row.required,
        options,
        ok_max: 5,
        expires: true,
        nc: row.nc && { severity: row.nc },
        visible_if: row.test && i > 0 ? { all: [{ q: `q_${row.looksAt % i}`, ...row.test }] } : null,
      } as QuestionInput)
      for (const [n, block] of (repeat ? ['#tnk-1', '#tnk-2', '#tnk-9'] : ['']).entries()) {
        const v = row.values[n]
        if (v !== undefined) answers[`q_${i}${block}`] = { v: v as never }
      }
    })
    const definition = model(
      sections.map(({ questions, repeat }, i) =>
        section(`c_${i}`, questions, { weight: 1 + i, repeat: repeat ? { source: 'tanks', label: 'Cisterna' } : null }),
      ),
    )
    return { definition, answers: answers as Answers }
  })
const check = (predicate: (s: { definition: ReturnType<typeof model>; answers: Answers }) => void) =>
  fc.assert(
    fc.property(scene, (s) => void predicate(s)),
    { numRuns: 400, seed: 20260310 },
  )
const run = ({ definition, answers }: { definition: ReturnType<typeof model>; answers: Answers }) =>
  evaluate(definition, { answers }, where, TODAY)
const shown = ({ definition, answers }: { definition: ReturnType<typeof model>; answers: Answers }) =>
  new Set(visibleForm(definition, answers, where).flatMap((s) => s.blocks.flatMap((b) => b.questions.map((q) => q.key))))

it('keeps every score between 0 and 100, or null', () => {
  check((s) => {
    const result = run(s)
    for (const score of [result.score, ...result.sections.map((x) => x.score)])
      expect(score === null || (score >= 0 && score <= 100)).toBe(true)
  })
})
it('is pure: frozen input, same result twice', () => {
  const freeze = <T>(x: T): T => {
    if (typeof x === 'object' && x !== null) {
      Object.freeze(x)
      Object.values(x).forEach(freeze)
    }
    return x
  }
  check((s) => expect(run(freeze(s))).toEqual(run(s)))
})
it('never scores, misses or charges a hidden question: its answer makes no difference', () => {
  check((s) => {
    const visible = shown(s)
    const result = run(s)
    for (const item of [...result.missing, ...result.nonConformities]) expect(visible.has(item.key)).toBe(true)
    const emptied = Object.fromEntries(Object.entries(s.answers).filter(([key]) => visible.has(key)))
    expect(run({ ...s, answers: emptied })).toEqual(result)
  })
})
it('drops hidden answers once: a second time changes nothing, and the evaluation stays', () => {
  check((s) => {
    const once = dropHidden(s.definition, s.answers, where)
    expect(dropHidden(s.definition, once, where)).toEqual(once)
    expect(run({ ...s, answers: once })).toEqual(run(s))
  })
})
it('leaves N.A. out of the score', () => {
  check((s) => {
    const base = run(s)
    const withNa = model([
      ...s.definition.categories,
      section('c_na', [{ key: 'q_na', type: 'yes_no_na', label: 'N.A.', weight: 100, critical: true, nc: { severity: 'critica' } }], {
        weight: 50,
      }),
    ] as never)
    const result = run({ definition: withNa, answers: { ...s.answers, q_na: { v: 'na' } } })
    expect([result.score, result.outcome, result.counts]).toEqual([base.score, base.outcome, base.counts])
  })
})
it('never lowers the score when a "no" becomes a "si"', () => {
  check((s) => {
    const extra = (v: 'si' | 'no') => {
      const definition = model([...s.definition.categories, section('c_up', [{ key: 'q_up', type: 'yes_no', label: 'Su' }])] as never)
      return run({ definition, answers: { ...s.answers, q_up: { v } } }).score!
    }
    expect(extra('si')).toBeGreaterThanOrEqual(extra('no'))
  })
})
it('counts as answered never more than it asks', () => {
  check((s) => {
    const { sections, answered, total } = run(s)
    expect(answered).toBeLessThanOrEqual(total)
    for (const x of sections) expect(x.conforming + x.nonConforming + x.notApplicable).toBeLessThanOrEqual(x.total)
  })
})
