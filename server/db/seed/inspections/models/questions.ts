import type * as v from 'valibot'
import type { Condition } from '../../../../../src/contract/inspections/condition.ts'
import type { ModelDefinitionInput } from '../../../../../src/contract/inspections/form.ts'
import type { Severity, SignerRole } from '../../../../../src/contract/inspections/labels.ts'
import type { NcRule, QuestionInput } from '../../../../../src/contract/inspections/question.ts'

/** A model of the ready library: what a version freezes, and the shelf data beside it. */
export interface ReadyModel {
  description: string
  minutes: number
  periodicity: 'every_120_days' | 'semiannual' | 'annual' | null
  color: string
  icon: string
  definition: ModelDefinitionInput
}

type Extra<T extends QuestionInput['type']> = Partial<Omit<Extract<QuestionInput, { type: T }>, 'key' | 'type' | 'label'>>
/** Evidence by severity: a slight defect needs words, a graver one a picture as well. */
const rule = (severity: Severity, suggestion?: string): v.InferInput<typeof NcRule> => ({
  severity,
  require: severity === 'lieve' ? ['note'] : ['note', 'photo'],
  suggestion,
})

/** Sì / No / N.A.: "No" opens a non-conformity of the given severity, or only lowers the score where it is null. */
export const yesNoNa = (
  key: string,
  label: string,
  weight: number,
  severity: Severity | null,
  { suggestion, ...extra }: Extra<'yes_no_na'> & { suggestion?: string } = {},
): QuestionInput => ({ key, type: 'yes_no_na', label, weight, nc: severity && rule(severity, suggestion), ...extra })

/** A question of any other type; what the type needs goes into `extra` (the test of the library parses every model). */
export const ask = <T extends Exclude<QuestionInput['type'], 'info'>>(type: T, key: string, label: string, extra: Extra<T> = {}) =>
  ({ key, type, label, ...extra }) as QuestionInput

/** One to five stars; two or fewer are a slight non-conformity. */
export const stars = (key: string, label: string, weight: number, extra: Extra<'rating'> = {}): QuestionInput => ({
  key,
  type: 'rating',
  label,
  weight,
  nc_at: 2,
  nc: rule('lieve'),
  ...extra,
})

/** A date that lies in the past when things are in order, such as the last time a register was written. */
export const lastTime = (key: string, label: string, extra: Extra<'date'> = {}): QuestionInput => ({
  key,
  type: 'date',
  label,
  not_after: 'today',
  ...extra,
})
/** An expiry: past, it is a non-conformity. */
export const expiry = (key: string, label: string, weight: number, severity: Severity, extra: Extra<'date'> = {}): QuestionInput => ({
  key,
  type: 'date',
  label,
  weight,
  expires: true,
  nc: rule(severity),
  ...extra,
})
export const signature = (key: string, label: string, role: SignerRole): QuestionInput => ({ key, type: 'signature', label, role })

/** Shown when the station has the fact. */
export const stationHas = (station: 'serve' | 'selfGPL' | 'videoSurveillance'): Condition => ({ all: [{ station, op: 'eq', value: true }] })
export const stationOffers = (service: string): Condition => ({ all: [{ station: 'services', op: 'contains', value: service }] })
export const answeredWith = (q: string, value: string): Condition => ({ all: [{ q, op: 'eq', value }] })
