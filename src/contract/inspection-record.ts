import type { Answers, Position, Signatures } from './inspection-answers.ts'
import type { OpenNc } from './inspection-nc.ts'

/** What has been filled in of a verifica: all that its evaluation reads of it. */
export interface InspectionRecord {
  answers: Answers
  signatures?: Signatures | null
  /** Where the verifica was begun. */
  gps?: Position | null
  /** Open non-conformities of earlier verifiche of this station and model. */
  open?: readonly OpenNc[]
  present?: string | null
  notes?: string | null
}
