import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { post, resource } from '../kernel/endpoint.ts'
import { choice, flag, integer, multipleEmail, optional, reference, text, year } from '../kernel/fields.ts'
import { booleanParam, listParam } from '../kernel/filters.ts'
import { MACRO_STEPS } from './words.ts'

/** The uses of a mail template ("Template email"). `macro`: its text is written into a ticket together with what it changes. */
export const mailUses = {
  manuale: 'A mano',
  macro: 'Macro',
  ticket_created: 'Ticket aperto',
  ticket_assigned: 'Ticket assegnato',
  ticket_comment: 'Commento a un ticket',
  ticket_closed: 'Ticket chiuso',
  ticket_to_company: 'Richiesta alla ditta',
} as const
export type MailUse = keyof typeof mailUses
const { get: _, ...plain } = crud('/support/t/default', {
  fields: {
    name: text('Nome'),
    event: v.optional(choice('Uso', mailUses), 'manuale'),
    subject: text('Oggetto'),
    body: text('Testo', { max: 10_000 }),
    active: v.optional(flag('Attivo'), true),
    /** What a macro does beside writing its text. */
    leads_to: optional(choice('Porta il ticket a', MACRO_STEPS)),
    set_priority: optional(integer('Priorità', { min: 1, max: 4 })),
    set_category_id: optional(reference('Categoria')),
    assign_me: v.optional(flag('Assegna a chi la usa'), false),
    internal: v.optional(flag('Il testo è una nota interna'), false),
  },
  filters: { active: booleanParam, event: listParam(v.picklist(Object.keys(mailUses) as [MailUse, ...MailUse[]])) },
  ok: ['Template creato', 'Template modificato', 'Template eliminato'],
  read: 'tickets.agent',
  write: 'tickets.config',
})
export const defaultMails = resource('default-mails', { ...plain, list: { ...plain.list, envelope: 'list' } })

const references = (label: string) => v.optional(v.pipe(v.array(reference(label)), v.maxLength(100)), [])
export const ticketSend = resource('ticket-send', {
  /**
   * Sends a message about a ticket to groups, people and addresses. Template variables are filled in. `attach`: `fileName`s of the ticket's attachments.
   * `warning`: no mail server is configured.
   */
  send: post('/support/ticket/send', {
    body: v.object({
      id_year: year('Anno'),
      id_number: reference('Numero'),
      template_id: optional(reference('Template')),
      group_ids: references('Gruppo di notifica'),
      user_ids: references('Utente'),
      emails: optional(multipleEmail('Email')),
      subject: text('Oggetto'),
      message: text('Messaggio', { max: 10_000 }),
      attach: v.optional(v.pipe(v.array(v.string()), v.maxLength(20)), []),
    }),
    output: v.object({ people: v.number(), mails: v.number(), warning: v.optional(v.string()) }),
    success: [200],
    ok: 'Notifica inviata',
    policy: 'tickets.agent',
    touches: ['tickets'],
  }),
})
