import type { Answers, OpenNc, Position, Signatures } from '../../contract/inspections/answers.ts'

/** The filled-in content of a verifica that its evaluation reads. */
export interface InspectionRecord {
  answers: Answers
  signatures?: Signatures | null
  /** The place where the verifica was begun. */
  gps?: Position | null
  /** Open non-conformities of earlier verifiche of this station and model. */
  open?: readonly OpenNc[]
  present?: string | null
  notes?: string | null
}
