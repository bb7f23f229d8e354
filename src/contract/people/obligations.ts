import * as v from 'valibot'
import { periodicities } from '../expirations/words.ts'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { choice, flag, integer, longText, text } from '../kernel/fields.ts'

export const obligationCategories = {
  fiscale: 'Fiscale/ADM',
  sicurezza: 'Sicurezza',
  ambiente: 'Ambiente',
  prezzi: 'Prezzi',
  contratto: 'Contrattuale',
  haccp: 'HACCP',
} as const
const plain = crud('/obligations', {
  fields: {
    name: text('Obbligo', { max: 200 }),
    description: longText('Descrizione'),
    category: choice('Categoria', obligationCategories),
    periodicity: choice('Periodicità', periodicities),
    document_required: v.optional(flag('Documento obbligatorio'), false),
    gas: v.optional(flag('Solo impianti gas'), false),
    position: v.optional(integer('Posizione', { min: 0, max: 9999 })),
    active: v.optional(flag('Attivo'), true),
  },
  row: { managements_count: v.number() },
  order: 'position',
  ok: ['Obbligo creato', 'Obbligo modificato', 'Obbligo eliminato'],
  read: 'mgmt.read',
  write: 'obl.write',
  also: ['reorder'],
  only: ['list', 'create', 'update', 'remove'],
})
/** The catalogue of what managers have to do. */
export const obligations = resource('obligations', { ...plain, list: { ...plain.list, envelope: 'list' } })
