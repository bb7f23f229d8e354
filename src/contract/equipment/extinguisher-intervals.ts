import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { choice, integer, optional, year } from '../kernel/fields.ts'
import { extinguisherTypes, tankKinds } from './fire-extinguishers.ts'

const months = (label: string) => integer(label, { min: 1, max: 360 })
/** (+) "Intervalli estintori": months between two checks, overhauls and pressure tests (UNI 9994-1:2024). The most specific matching row applies. */
export const extinguisherIntervals = resource(
  'extinguisher_intervals',
  crud('/extinguisher-intervals', {
    fields: {
      type: choice('Tipo', extinguisherTypes),
      tank_kind: optional(choice('Serbatoio', tankKinds)),
      built_until: optional(year('Costruiti fino al')),
      check: months('Controllo ogni (mesi)'),
      overhaul: months('Revisione ogni (mesi)'),
      test: months('Collaudo ogni (mesi)'),
    },
    order: 'type',
    ok: ['Intervallo creato', 'Intervallo modificato', 'Intervallo eliminato'],
    read: 'settings',
    write: 'settings.write',
    only: ['list', 'create', 'update', 'remove'],
  }),
)
