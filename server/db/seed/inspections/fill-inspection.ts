import type { Answer, OpenNc, Position, Signature, Signatures, StationContext } from '../../../../src/contract/inspections/answers.ts'
import type { ModelDefinition } from '../../../../src/contract/inspections/form.ts'
import type { Severity } from '../../../../src/contract/inspections/labels.ts'
import { type Evaluation, evaluate } from '../../../../src/rules/inspections/evaluate.ts'
import type { Missing } from '../../../../src/rules/inspections/missing.ts'
import type { Random } from '../random.ts'
import { answerFor } from './fill-answer.ts'

/** Fills in a verifica as an inspector would: asks the shared evaluator what is missing, gives it, and asks again. */
export interface Visit {
  definition: ModelDefinition
  station: StationContext
  open: readonly OpenNc[]
  random: Random
  /** 0–1: how well the station is kept. */
  quality: number
  /** ISO instants, and the day of the start in Rome. */
  startedAt: string
  completedAt: string
  today: string
  inspector: string
  manager: string
  /** Puts a picture beside the verifica and gives its uuid. */
  picture(kind: 'photo' | 'signature' | 'file', question: string): string
}
export interface Filled {
  answers: Record<string, Answer>
  signatures: Signatures
  gps: Position | null
  evaluation: Evaluation
}
const RARER: Record<Severity, number> = { lieve: 0.5, grave: 0.25, critica: 0.08 }
const findings = [
  'Da sistemare: avvisato il gestore.',
  'Non conforme a quanto previsto, vedere foto.',
  'Coperto da espositori, spostati solo in parte.',
  'Usura evidente, intervento da programmare.',
  'Cartello illeggibile.',
  'Il gestore dichiara di aver già richiesto l’intervento.',
]

export function fillInspection(visit: Visit): Filled {
  const { definition, station, open, random, today, quality } = visit
  const state = { answers: {} as Record<string, Answer>, signatures: {} as Signatures, gps: null as Position | null }
  let clock = Date.parse(visit.startedAt)
  const next = () => {
    clock = Math.min(clock + random.int(10, 50) * 1000, Date.parse(visit.completedAt))
    return new Date(clock).toISOString()
  }
  const sign = (role: string, question: string): Signature => {
    const name = role === 'ispettore' || role === 'inspector' ? visit.inspector : visit.manager
    if (name !== visit.inspector && random.chance(0.05))
      return { file: null, name, at: visit.completedAt, refused: true, reason: 'Non condivide l’esito della verifica.' }
    return { file: visit.picture('signature', question), name, at: visit.completedAt }
  }
  const give = ({ kind, key }: Missing, result: Evaluation) => {
    const here = (answer: Answer) => {
      state.answers[key] = { ...state.answers[key], ...answer, at: next() }
    }
    if (kind === 'note') return here({ note: random.pick(findings) })
    if (kind === 'photo') return here({ photos: [visit.picture('photo', key)] })
    if (kind === 'cover_photo') return here({ photos: [visit.picture('photo', key)] })
    if (kind === 'previous') return here({ v: random.chance(0.75) ? 'si' : 'no' })
    if (kind === 'gps') {
      const jitter = () => random.bell() * 0.0002
      state.gps = { lat: (station.latitude ?? 45) + jitter(), lon: (station.longitude ?? 9) + jitter(), acc: random.int(4, 25) }
      return undefined
    }
    if (kind === 'signature') {
      const who = key === 'signatures.manager' ? 'manager' : 'inspector'
      state.signatures = { ...state.signatures, [who]: sign(who, key) }
      return undefined
    }
    for (const { blocks } of result.sections)
      for (const { block, questions } of blocks)
        for (const { question, key: at } of questions) {
          if (at !== key || question.type === 'info') continue
          const bad = !!question.nc && random.chance((1 - quality) * RARER[question.nc.severity])
          const picture = () => visit.picture(question.type === 'file' ? 'file' : 'photo', key)
          here({ v: answerFor(question, { random, station, block, today, bad, picture, signature: (role) => sign(role, key) }) })
        }
    return undefined
  }
  for (let round = 0; round < 12; round++) {
    const evaluation = evaluate(definition, { ...state, open }, station, today)
    if (!evaluation.missing.length) return { ...state, evaluation }
    for (const missing of evaluation.missing) give(missing, evaluation)
  }
  const { missing } = evaluate(definition, { ...state, open }, station, today)
  throw new Error(`the seed cannot complete ${definition.code}: ${missing.map(({ key, message }) => `${key} ${message}`).join(', ')}`)
}
