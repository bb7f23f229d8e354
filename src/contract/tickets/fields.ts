import * as v from 'valibot'
import { deviceClock } from '../kernel/device-clock.ts'
import { choice, date, flag, instant, integer, optional, optionalText, reference, revision, text } from '../kernel/fields.ts'
import { MAX_PICTURES } from '../kernel/offline-part.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { TICKET_EQUIPMENT, WAITING_FOR } from './words.ts'

export const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid("L'identificativo non è valido."))
export const subject = text('Oggetto', { max: 160 })
const description = text('Descrizione', { min: 10, max: 10_000 })
export const priority = integer('Priorità', { min: 1, max: 4 })
const equipment = optional(labelled('Attrezzatura', v.object({ type: choice('Tipo', TICKET_EQUIPMENT), id: reference('Attrezzatura') })))
const company = { company: optionalText('Ditta esterna'), company_email: optionalText('Email della ditta') }
const pictures = labelled('Foto', v.pipe(v.array(uuid), v.maxLength(MAX_PICTURES, `Al massimo ${MAX_PICTURES} foto.`)))
/** When the device has written it. */
const written = { written_at: v.optional(instant('Scritto il')), ...deviceClock }
/** The server sets the label of the equipment. Without a company, it takes the maintenance company of the station. */
export const TicketFields = v.object({
  category_id: reference('Categoria'),
  station_id: optional(reference('Punto vendita')),
  subject,
  description,
  /** Default: that of the category. */
  priority: v.optional(priority),
  /** Only agents open tickets for somebody else. */
  requester_id: v.optional(reference('Richiedente')),
  contact: optionalText('Referente / telefono'),
  equipment,
  ...company,
  /** Set by a device that writes it without a network; it becomes the `uid`. `photos`: uuids of files it has sent before (`tickets.picture`). */
  uuid: v.optional(uuid),
  photos: v.optional(pictures, []),
  ...written,
})
/** All fields are optional. `status_id` 4 requires `waiting_for`. */
export const TicketChanges = v.object({
  rev: revision,
  subject: v.optional(subject),
  description: v.optional(description),
  category_id: v.optional(reference('Categoria')),
  station_id: optional(reference('Punto vendita')),
  priority: v.optional(priority),
  status_id: v.optional(integer('Stato', { min: 1, max: 4 })),
  waiting_for: v.optional(choice('In attesa di', WAITING_FOR)),
  contact: optionalText('Referente / telefono'),
  equipment,
  ...company,
  due_at: v.optional(instant('Scadenza SLA')),
  requester_id: v.optional(reference('Richiedente')),
  /** The day on which the assignees of a waiting ticket are reminded of it. */
  remind_on: optional(date('Promemoria')),
})
const message = text('Messaggio', { max: 10_000 })
/** `uuid` is set by the device. `photos`: uuids of pictures it has sent before (`tickets.picture`). */
export const TicketCommentFields = v.object({
  message,
  internal: v.optional(flag('Nota interna'), false),
  uuid: v.optional(uuid),
  photos: v.optional(pictures, []),
  mentions: v.optional(v.pipe(v.array(reference('Menzione')), v.maxLength(20)), []),
  ...written,
})
