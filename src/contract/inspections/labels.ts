/** Closed lists of the inspection area with the Italian text of each value (docs/spec/inspections.md#states). */
export const QUESTION_TYPES = {
  yes_no_na: 'Sì / No / N.A.',
  yes_no: 'Sì / No',
  single_choice: 'Scelta singola',
  multi_choice: 'Scelta multipla',
  rating: 'Valutazione',
  number: 'Numero',
  text: 'Testo',
  textarea: 'Testo lungo',
  date: 'Data',
  time: 'Ora',
  datetime: 'Data e ora',
  photo: 'Foto',
  signature: 'Firma',
  gps: 'Posizione',
  scan: 'Codice a barre / QR',
  equipment: 'Attrezzatura',
  table: 'Tabella',
  price_check: 'Controllo prezzi',
  file: 'Allegato',
  info: 'Testo informativo',
} as const
export type QuestionType = keyof typeof QUESTION_TYPES

/** Units as a person says them, where the sign alone is read with pain; every other stays as it was written. */
export const UNIT_WORDS: Readonly<Record<string, string>> = { l: 'litri', m: 'metri', pz: 'pezzi', gg: 'giorni', h: 'ore' }
export const SEVERITIES = { lieve: 'Lieve', grave: 'Grave', critica: 'Critica' } as const
/** `gravi` for two, `grave` for one. */
export const severityOfMany = (severity: Severity, many: number) =>
  many === 1 ? severity : { lieve: 'lievi', grave: 'gravi', critica: 'critiche' }[severity]
export type Severity = keyof typeof SEVERITIES
/** Days left to put a non-conformity right when its rule gives none (docs/spec/inspections.md#non-conformities). */
export const DEADLINE_DAYS: Record<Severity, number> = { lieve: 60, grave: 15, critica: 2 }

export const OUTCOMES = {
  conforme: 'Conforme',
  con_osservazioni: 'Conforme con osservazioni',
  non_conforme: 'Non conforme',
  /** The station's equipment or prices were not known: nothing can be said of the whole (docs/spec/inspections.md#scoring). */
  incompleta: 'Incompleta',
} as const
export type Outcome = keyof typeof OUTCOMES

export const TICKET_MODES = {
  none: 'Nessun ticket',
  per_nc: 'Un ticket per non conformità',
  grouped: 'Un ticket per verifica',
} as const

/** The list that a repeatable section is repeated over. */
export const REPEAT_SOURCES = {
  dispensers: 'Erogatori',
  guns: 'Pistole',
  tanks: 'Cisterne',
  fire_extinguishers: 'Estintori',
  station_devices: 'Dispositivi',
  pos: 'POS',
  oil_separators: 'Disoleatori',
  free: 'Elenco libero',
} as const
export type RepeatSource = keyof typeof REPEAT_SOURCES
export type EquipmentSource = Exclude<RepeatSource, 'free'>
/** One of each, as its block is called. */
export const REPEAT_SINGULAR: Record<RepeatSource, string> = {
  dispensers: 'Erogatore',
  guns: 'Pistola',
  tanks: 'Cisterna',
  fire_extinguishers: 'Estintore',
  station_devices: 'Dispositivo',
  pos: 'POS',
  oil_separators: 'Disoleatore',
  free: 'Elemento',
}
/** Prefix of a block in an answer key: `q_22bb#ext-55` is the answer for extinguisher 55. */
export const BLOCK_PREFIX: Record<RepeatSource, string> = {
  dispensers: 'dsp',
  guns: 'gun',
  tanks: 'tnk',
  fire_extinguishers: 'ext',
  station_devices: 'dev',
  pos: 'pos',
  oil_separators: 'oil',
  free: 'free',
}

export const SIGNER_ROLES = { ispettore: 'Ispettore', gestore: 'Gestore', terzo: 'Terzo' } as const
export type SignerRole = keyof typeof SIGNER_ROLES

/** `Object.keys` that keeps the names, in the tuple form picklists want. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]
