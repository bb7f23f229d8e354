// Kept apart from the calls, so that a page that only shows a label does not load them.
export const courseKinds = { utente: 'Addestramento utente', addetto: 'Patentino addetto GPL' } as const
export type CourseKind = keyof typeof courseKinds
export const courseStatuses = { planned: 'Programmato', confirmed: 'Confermato', done: 'Svolto', cancelled: 'Annullato' } as const
export type CourseStatus = keyof typeof courseStatuses
/** The keys are the documented ones. */
export const requestStatuses = {
  CREATED: 'Creato',
  WAITING_COURSE: 'In attesa corso',
  COMPLETED: 'Completato',
  REJECTED: 'Annullato',
} as const
export type RequestStatus = keyof typeof requestStatuses
export const requestKinds = { nuova: 'Nuova', rinnovo: 'Rinnovo', duplicato: 'Duplicato' } as const
export type RequestKind = keyof typeof requestKinds
export const applicants = { privato: 'Privato', azienda: 'Azienda' } as const
export type Applicant = keyof typeof applicants
export const installTypes = { serie: 'Di serie', after_market: 'After market' } as const
export type InstallType = keyof typeof installTypes
