import * as v from 'valibot'
import { crud } from './crud.ts'
import { resource } from './endpoint.ts'
import { flag, integer, optional, regexText, text } from './fields.ts'
import { booleanParam } from './filters.ts'
import { reorder } from './reorder.ts'

/** Doc 1 §7 (tickets, categories); domain.md 1.7. */
export const ticketPriorities: Readonly<Record<number, string>> = { 1: 'Bassa', 2: 'Normale', 3: 'Alta', 4: 'Urgente' }
const plain = crud('/support/t/category', {
  fields: {
    name: text('Nome'),
    default_priority: v.optional(integer('Priorità (da 1 bassa a 4 urgente)', { min: 1, max: 4 }), 2),
    sla_hours: v.optional(integer('SLA (ore)', { min: 1, max: 8760 }), 48),
    color: optional(regexText('Colore', /^#[0-9a-f]{6}$/i, 'Il colore deve essere nella forma #rrggbb.')),
    position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
    requires_station: v.optional(flag('Richiede il punto vendita'), false),
    active: v.optional(flag('Attiva'), true),
  },
  row: { models_count: v.number() },
  filters: { active: booleanParam },
  order: 'position',
  ok: ['Categoria creata', 'Categoria modificata', 'Categoria eliminata'],
  read: 'tickets.open',
  write: 'tickets.config',
})
export const ticketCategories = resource('ticket-categories', { ...plain, reorder: reorder('/support/t/category', 'tickets.config') })
