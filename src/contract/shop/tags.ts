import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { optional, regexText, text } from '../kernel/fields.ts'

/** (+) Tags of articles; the documents only link to their page. */
export const ecommerceTags = resource(
  'ecommerce-tags',
  crud('/ecommerce/tag', {
    fields: {
      name: text('Nome'),
      color: optional(regexText('Colore', /^#[0-9a-f]{6}$/i, 'Il colore deve essere nella forma #rrggbb.')),
    },
    row: { products_count: v.number() },
    ok: ['Tag creato', 'Tag modificato', 'Tag eliminato'],
    read: 'eco.order',
    write: 'eco.admin',
    only: ['list', 'create', 'update', 'remove'],
  }),
)
