import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { choice, flag, integer, optional, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'

export const serviceCategories = { food: 'Ristoro e acquisti', auto: 'Auto', persona: 'Persona', pagamento: 'Pagamento' } as const
const plain = crud('/available_services', {
  fields: {
    name: text('Nome'),
    category: optional(choice('Categoria', serviceCategories)),
    position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
    active: v.optional(flag('Attivo'), true),
  },
  row: { stations_count: v.number() },
  filters: { active: booleanParam },
  order: 'position',
  ok: ['Servizio creato', 'Servizio modificato', 'Servizio eliminato'],
  read: 'auth',
  write: 'services.write',
  also: ['reorder'],
  bulk: true,
  only: ['list', 'create', 'update', 'remove'],
})
/** By specification, the list of services has no pages. */
export const services = resource('available_services', { ...plain, list: { ...plain.list, envelope: 'list' } })
