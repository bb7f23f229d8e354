// Kept apart from the calls, so that a page that only shows a label does not load them.
export const periodicities = {
  once: 'Una tantum',
  monthly: 'Mensile',
  bimonthly: 'Bimestrale',
  quarterly: 'Trimestrale',
  semiannual: 'Semestrale',
  annual: 'Annuale',
  biennial: 'Biennale',
  triennial: 'Triennale',
  quinquennial: 'Quinquennale',
  decennial: 'Decennale',
} as const
export type Periodicity = keyof typeof periodicities
/** Months of each periodicity; 0 for what happens once. */
export const monthsOf: Readonly<Record<Periodicity, number>> = {
  ...{ once: 0, monthly: 1, bimonthly: 2, quarterly: 3, semiannual: 6, annual: 12 },
  ...{ biennial: 24, triennial: 36, quinquennial: 60, decennial: 120 },
}
export const expirationTypes = {
  estintori: 'Estintori',
  metrica: 'Verifica metrica',
  terra: 'Messa a terra',
  antincendio: 'Prevenzione incendi',
  collaudo: 'Collaudo impianto',
  serbatoi: 'Prova serbatoi',
  disoleatore: 'Disoleatore',
  scarichi: 'Autorizzazione scarichi/AUA',
  registro: 'Registro carico/scarico',
  contratto: 'Contratto/gestione',
  documento: 'Documento personale',
  assicurazione: 'Assicurazione',
  utenze: 'Utenze',
  altro: 'Altro',
} as const
export type ExpirationType = keyof typeof expirationTypes
export const expirationStatuses = { open: 'Da fare', done: 'Completata', cancelled: 'Annullata' } as const
export type ExpirationStatus = keyof typeof expirationStatuses
/** The records that an expiration can be about, by the model name of their history. */
export const expirationSubjects = {
  tank: 'Cisterna',
  station_device: 'Dispositivo',
  gun: 'Pistola',
  fire_extinguisher: 'Estintore',
  oil_separator: 'Disoleatore',
  management: 'Gestione',
  manager: 'Gestore',
  station_employee: 'Dipendente stazione',
} as const
export type ExpirationSubject = keyof typeof expirationSubjects
