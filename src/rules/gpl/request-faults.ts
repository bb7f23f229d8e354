import { requiredIf } from '../../contract/kernel/fields.ts'

/** The fields of a request that its rules look at; days as `YYYY-MM-DD`. */
export interface RequestFacts {
  applicant?: string | null | undefined
  businessName?: string | null | undefined
  piva?: string | null | undefined
  privacy?: boolean | null | undefined
  kind?: string | null | undefined
  tank_expiration?: string | null | undefined
  course_attended_at?: string | null | undefined
  course_id?: number | null | undefined
}
/** The sentences by field for what a request must be as a whole; undefined where the field is right. Source: docs/spec/gpl.md#request */
export function requestFaults(request: RequestFacts, today: string): Record<string, string | undefined> {
  const { applicant, businessName, piva, privacy, kind, tank_expiration, course_attended_at, course_id } = request
  const company = applicant === 'azienda'
  return {
    businessName: requiredIf(company, 'Ragione sociale', businessName),
    piva: requiredIf(company, 'Partita IVA', piva),
    privacy: privacy ? undefined : 'Senza il consenso privacy la richiesta non si può inserire.',
    tank_expiration: tank_expiration && tank_expiration <= today ? 'La scadenza del serbatoio deve essere successiva a oggi.' : undefined,
    course_attended_at:
      course_attended_at && course_attended_at > today
        ? 'Il corso frequentato non può essere nel futuro.'
        : kind === 'nuova' && course_attended_at && !course_id
          ? 'Per una richiesta nuova la presenza si segna nel corso.'
          : undefined,
  }
}
