import * as v from 'valibot'
import type { Answers, StationContext } from '../../../src/contract/inspections/answers.ts'
import { StationContext as StationSchema } from '../../../src/contract/inspections/answers.ts'
import { ModelDefinition, type ModelDefinitionInput } from '../../../src/contract/inspections/form.ts'
import { type InputQuestion, Question, type QuestionInput } from '../../../src/contract/inspections/question.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'

export const TODAY = '2026-03-10'
export const station = (over: Record<string, unknown> = {}): StationContext =>
  v.parse(StationSchema, { facts: {}, latitude: 45.4642, longitude: 9.19, ...over })

type SectionInput = ModelDefinitionInput['categories'][number]
export const section = (key: string, questions: QuestionInput[], over: Partial<SectionInput> = {}): SectionInput => ({
  key,
  name: `Sezione ${key}`,
  questions,
  ...over,
})
export const model = (categories: SectionInput[], over: Partial<ModelDefinitionInput> = {}): ModelDefinition =>
  v.parse(ModelDefinition, {
    code: 'T',
    name: 'Prova',
    require: { inspector_signature: false, manager_signature: false },
    categories,
    ...over,
  })
export const yesNoNa = (key: string, over: object = {}): QuestionInput => ({ key, type: 'yes_no_na', label: `Domanda ${key}`, ...over })
export const ask = (question: Record<string, unknown>): InputQuestion =>
  v.parse(Question, { key: 'q_x', label: 'Domanda', ...question }) as InputQuestion

/** The result of the only question of a one-question model. */
export function one(question: Record<string, unknown>, answer: Answers[string], context: StationContext = station()) {
  const definition = model([section('c_1', [{ key: 'q_x', label: 'Domanda', ...question } as QuestionInput])])
  const result = evaluate(definition, { answers: { q_x: answer } }, context, TODAY)
  return { ...result, q: result.sections[0]!.blocks[0]!.questions[0]! }
}
