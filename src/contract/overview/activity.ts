import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { list, resource } from '../kernel/endpoint.ts'
import { date, optional } from '../kernel/fields.ts'
import { anyId, anyText, facets } from '../kernel/filters.ts'

/** Who did what (doc 0 §7; domain.md 0.5 and 1.9). Days are those of Rome, both included. */
/** What was done, as the log has it; what is not named here is told by its own name. */
export const activityActions = {
  login: 'Accesso',
  login_fallito: 'Accesso fallito',
  logout: 'Uscita',
  password: 'Cambio password',
  sessione_riusata: 'Sessione riusata',
  creazione: 'Creazione',
  modifica: 'Modifica',
  eliminazione: 'Eliminazione',
  ripristino: 'Ripristino',
  send: 'Invio',
  lettura_file: 'Lettura file',
  export: 'Esportazione',
  importazione: 'Importazione',
  comando: 'Comando',
} as const
/** What it was done to. */
export const activityEntities = {
  users: 'Utente',
  auth: 'Sessione',
  stations: 'Punto vendita',
  station_acl: 'Accessi del punto vendita',
  station_import: 'Import punti vendita',
  station_notes: 'Appunto',
  station_report: 'Report punti vendita',
  'cover-images': 'Copertina del punto vendita',
  detailed_openings: 'Orari dettagliati',
  station_files: 'File di punto vendita',
  fire_extinguishers: 'Estintore',
  extinguisher_intervals: 'Intervalli estintori',
  oil_separators: 'Disoleatore',
  dispensers: 'Erogatore',
  station_devices: 'Dispositivo del punto vendita',
  pos: 'POS',
  network_devices: 'Apparato di rete',
  tanks: 'Cisterna',
  tank_maintenances: 'Intervento cisterna',
  commands: 'Comando',
  competitors: 'Concorrente',
  equipment: 'Attrezzatura',
  pieces: 'File di attrezzatura',
  expirations: 'Scadenza',
  qr: 'QR impianto',
  'data-query': 'Tabella dati',
  banks: 'Banca',
  prices: 'Prezzo',
  fuels: 'Carburante',
  available_services: 'Servizio',
  inspections: 'Verifica',
  'inspection-send': 'Verbale inviato',
  'inspection-files': 'Foto di verifica',
  'inspection-pdfs': 'Verbale',
  'inspection-offline': 'Verifiche fuori rete',
  'inspection-models': 'Modello di verifica',
  'non-conformities': 'Non conformità',
  rescue: 'ZIP di un dispositivo',
  mimit: 'Anagrafica MIMIT',
  jobs: 'Job',
  bulk: 'Operazione in blocco',
  history: 'Storico modifiche',
  activity: 'Accessi',
  saved_views: 'Vista',
  devices: 'Dispositivo',
  mails: 'Email',
  settings: 'Impostazioni',
  counters: 'Contatori',
  'client-errors': 'Errore dell’app',
  'ticket-categories': 'Categoria ticket',
  tickets: 'Ticket',
  'ticket-drafts': 'Risposta in corso',
  'ticket-offline': 'Ticket fuori rete',
  'notification-groups': 'Gruppo di notifica',
  'default-mails': 'Template email',
  'ticket-send': 'Notifica di un ticket',
  notifications: 'Preferenze di notifica',
} as const

const period = { from: optional(date('Dal')), to: optional(date('Al')) }
const text = v.nullable(v.string())
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))

export const Activity = v.object({
  id: v.number(),
  user: person,
  action: v.string(),
  entity: text,
  entity_id: text,
  method: v.string(),
  path: v.string(),
  ip: text,
  user_agent: text,
  status: v.number(),
  created_at: v.string(),
})
export type Activity = v.InferOutput<typeof Activity>
export const activity = resource('activity', {
  list: list('/activity', {
    query: v.object({
      ...ListQuery.entries,
      ...period,
      user_id: anyId,
      action: anyText,
      entity: anyText,
      ...facets('action', 'entity'),
    }),
    output: Activity,
    policy: 'users',
    order: '-created_at',
  }),
})
