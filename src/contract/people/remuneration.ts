import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { date, reference } from '../kernel/fields.ts'
import { anyId } from '../kernel/filters.ts'
import { remunerationFields } from './managements.ts'

const plain = crud('/management-remuneration', {
  fields: { ...remunerationFields, valid_from: date('Valida dal'), management_id: reference('Gestione') },
  filters: { management_id: anyId },
  order: '-valid_from',
  ok: ['Remunerazione creata', 'Remunerazione modificata', 'Remunerazione eliminata'],
  read: 'mgmt.read',
  write: 'mgmt.fin',
})
const touches = ['managements'] as const
/** What a manager earns, a version from each day on which it changes. */
export const remuneration = resource('remuneration', {
  ...plain,
  create: { ...plain.create, touches },
  update: { ...plain.update, touches },
  remove: { ...plain.remove, touches },
})
