import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { flag, integer, optional, reference, regexText, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'

export const ticketPriorities: Readonly<Record<number, string>> = { 1: 'Bassa', 2: 'Normale', 3: 'Alta', 4: 'Urgente' }
const nullable = v.nullable(v.string())
export const ticketCategories = resource(
  'ticket-categories',
  crud('/support/t/category', {
    fields: {
      name: text('Nome'),
      /** Categories have two levels, so the parent has no parent itself. */
      parent_id: optional(reference('Categoria superiore')),
      default_priority: v.optional(integer('Priorità', { min: 1, max: 4 }), 2),
      sla_hours: v.optional(integer('SLA (ore)', { min: 1, max: 8760 }), 48),
      color: optional(regexText('Colore', /^#[0-9a-f]{6}$/i, 'Il colore deve essere nella forma #rrggbb.')),
      position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
      requires_station: v.optional(flag('Richiede il punto vendita'), false),
      /** The group that is notified of its tickets. */
      notification_group_id: optional(reference('Gruppo di notifica')),
      /** An agent to whom its new tickets are assigned. */
      default_assignee_id: optional(reference('Assegnatario')),
      /** The template to use for its event instead of the first active one. */
      default_mail_id: optional(reference('Template email')),
      active: v.optional(flag('Attiva'), true),
    },
    /** `parent` and `group` are names. */
    row: { models_count: v.number(), parent: nullable, group: nullable },
    filters: { active: booleanParam },
    order: 'position',
    ok: ['Categoria creata', 'Categoria modificata', 'Categoria eliminata'],
    read: 'tickets.open',
    write: 'tickets.config',
    also: ['reorder'],
  }),
)
