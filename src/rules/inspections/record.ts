import type { Answers, OpenNc, Position, Signatures } from '../../contract/inspections/answers.ts'

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
