/** Kinds of cards; the key is the `{type}` of `GET /cards/{type}/{id}`. */
export const cardTypes = {
  prepaid: 'Prepagata/Ricaricabile',
  credit: 'Fine mese',
  points: 'Raccolta punti',
  discount: 'Sconto',
  gpl: 'GPL self',
} as const
export type CardType = keyof typeof cardTypes
export const cardStatuses = {
  to_activate: 'Da attivare',
  active: 'Attiva',
  suspended: 'Sospesa',
  blocked: 'Bloccata',
  expired: 'Scaduta',
  replaced: 'Sostituita',
  terminated: 'Cessata',
} as const
export type CardStatus = keyof typeof cardStatuses
export const blockReasons = {
  smarrimento: 'Smarrimento',
  furto: 'Furto',
  frode: 'Sospetta frode',
  insoluto: 'Insoluto',
  altro: 'Altro',
} as const
export type BlockReason = keyof typeof blockReasons
export const customerKinds = { privato: 'Privato', azienda: 'Azienda', ente: 'Ente pubblico' } as const
export type CustomerKind = keyof typeof customerKinds
export const customerPayments = { contanti: 'Contanti/prepagato', sdd: 'SDD', bonifico: 'Bonifico', carta: 'Carta' } as const
export type CustomerPayment = keyof typeof customerPayments
/** Operations in the log of customers; the keys are the documented words. */
export const customerLogActions = {
  creazione: 'Creazione',
  modifica: 'Modifica',
  attivazione: 'Attivazione',
  disattivazione: 'Disattivazione',
  'reset accessi': 'Reset accessi',
  'generazione account': 'Generazione account',
  'stampa PIN': 'Stampa PIN',
  'stampa ricevuta': 'Stampa ricevuta',
  'stampa lettera': 'Stampa lettera',
  'cambio stato': 'Cambio stato',
  'cambio targa': 'Cambio targa',
  sincronizzazione: 'Sincronizzazione',
  import: 'Import',
  'visualizzazione numero': 'Visualizzazione numero',
} as const
export type CustomerLogAction = keyof typeof customerLogActions
