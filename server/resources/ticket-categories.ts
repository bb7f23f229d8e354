import { ticketCategories } from '../../src/contract/ticket-categories.ts'
import { inspection_models, non_conformities } from '../db/schema/inspections.ts'
import { ticket_categories as table } from '../db/schema/support.ts'
import { countOf } from '../lib/children.ts'
import { implement } from '../lib/implement.ts'
import { orderedOn } from '../lib/ordered-on.ts'
import { plainOn } from '../lib/plain-on.ts'

const model = 'ticket_category'
const crud = plainOn(ticketCategories, table, {
  model,
  search: ['name'],
  sort: ['position', 'name', 'default_priority', 'sla_hours', 'models_count'],
  row: { models_count: countOf(inspection_models.ticket_category_id, table.id) },
  inUse: [
    [inspection_models.ticket_category_id, (count) => `La categoria è utilizzata da ${count} modelli di verifica: disattivarla.`],
    [non_conformities.ticket_category_id, (count) => `La categoria è utilizzata da ${count} non conformità: disattivarla.`],
  ],
})
export default implement(ticketCategories, orderedOn(table, model, crud))
