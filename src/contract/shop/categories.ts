import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { flag, integer, optional, reference, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'

/** Categories of the articles that stations order. */
export const ecommerceCategories = resource(
  'ecommerce-categories',
  crud('/ecommerce/category', {
    fields: {
      name: text('Nome'),
      /** Categories have two levels, so the parent has no parent itself. */
      parent_id: optional(reference('Categoria superiore')),
      position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
      active: v.optional(flag('Attiva'), true),
    },
    row: { parent: v.nullable(v.string()), products_count: v.number() },
    filters: { active: booleanParam },
    order: 'position',
    ok: ['Categoria creata', 'Categoria modificata', 'Categoria eliminata'],
    read: 'eco.order',
    write: 'eco.admin',
    only: ['list', 'create', 'update', 'remove'],
    also: ['reorder'],
  }),
)
