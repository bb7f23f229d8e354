import * as v from 'valibot'
import { ListQuery } from '../kernel/crud.ts'
import { list, resource } from '../kernel/endpoint.ts'
import { date, optional } from '../kernel/fields.ts'
import { anyId, anyText, facets } from '../kernel/filters.ts'
import { resourceNames } from '../kernel/resource-names.ts'

/** The log of who did what. Days are those of Rome, both included. */
/** The act, as the log names it; an act without a name here is shown by its own. */
export const activityActions = {
  login: 'Accesso',
  login_recupero: 'Accesso con codice di recupero',
  login_fallito: 'Accesso fallito',
  logout: 'Uscita',
  password: 'Cambio password',
  secondo_fattore_avvio: 'Avvio della verifica in due passaggi',
  secondo_fattore_attivo: 'Attivazione della verifica in due passaggi',
  secondo_fattore_tolto: 'Disattivazione della verifica in due passaggi',
  link_accesso: 'Link per la password, consegnato a mano',
  secondo_fattore_azzerato: 'Azzeramento della verifica in due passaggi',
  sessione_riusata: 'Sessione riusata',
  creazione: 'Creazione',
  modifica: 'Modifica',
  permessi: 'Cambio di ruoli e permessi',
  eliminazione: 'Eliminazione',
  ripristino: 'Ripristino',
  send: 'Invio',
  lettura_file: 'Lettura file',
  lettura_dati: 'Lettura dati personali',
  export: 'Esportazione',
  importazione: 'Importazione',
  comando: 'Comando',
} as const
/** What a call really did, by the last word of its path. The log keeps the method alone ("creazione" for every POST), and its rows are sealed as they are. */
export const activityCalls: Readonly<Record<string, string>> = {
  ack: 'Conferma',
  activate: 'Attivazione',
  adjust: 'Rettifica della giacenza',
  align: 'Allineamento',
  approve: 'Approvazione',
  assign: 'Assegnazione',
  cancel: 'Annullamento',
  comment: 'Commento',
  complete: 'Completamento',
  correct: 'Correzione',
  deactivate: 'Disattivazione',
  deassign: 'Assegnazione tolta',
  done: 'Completamento',
  end: 'Chiusura',
  issue: 'Emissione',
  merge: 'Unione',
  publish: 'Pubblicazione',
  redeem: 'Utilizzo',
  remind: 'Sollecito',
  renew: 'Rinnovo',
  reopen: 'Riapertura',
  restore: 'Ripristino',
  send: 'Invio',
  snooze: 'Sospensione dei promemoria',
  split: 'Divisione',
  status: 'Cambio di stato',
  unmerge: 'Separazione',
  unschedule: 'Invio programmato annullato',
  upload: 'Caricamento file',
  void: 'Annullamento',
  wake: 'Ripresa dei promemoria',
  withdraw: 'Ritiro della pubblicazione',
}
/** The kind of record it was done to. */
export const activityEntities: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string | null>(resourceNames).filter((entry): entry is [string, string] => entry[1] !== null),
)

/** A search that names no period looks at so many days until today. */
export const SEARCHED_DAYS = 30
const period = { from: optional(date('Dal')), to: optional(date('Al')) }
const text = v.nullable(v.string())
const person = v.nullable(v.object({ id: v.number(), name: v.string() }))

export const Activity = v.object({
  id: v.number(),
  user: person,
  action: v.string(),
  entity: text,
  entity_id: text,
  /** The name of the record; null where it is gone, has none, or the reader may not open it. */
  object: text,
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
