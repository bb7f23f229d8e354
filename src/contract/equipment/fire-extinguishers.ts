import * as v from 'valibot'
import { resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, flag, longText, optional, optionalText, year } from '../kernel/fields.ts'
import { stationPart } from '../kernel/station-part.ts'

/** "Estintori". `number` is the serial number. */
export const extinguisherTypes = {
  polvere: 'Polvere',
  co2: 'CO₂',
  schiuma: 'Schiuma',
  acqua: 'Idrico',
  alogenati: 'Idrocarburi alogenati',
} as const
export const tankKinds = { plastificato: 'Plastificato', inox: 'Inox' } as const
/** An extinguisher that is too old becomes `da_dismettere` automatically (src/rules/equipment/extinguisher-intervals.ts). */
export const extinguisherStatuses = { attivo: 'Attivo', da_dismettere: 'Da dismettere', dismesso: 'Dismesso' } as const
const fields = {
  number: optionalText('Matricola'),
  type: optional(choice('Tipo', extinguisherTypes)),
  year: optional(year('Anno')),
  capacity: optional(decimal('Capacità', { min: 0, max: 9999, scale: 1 })),
  unit: v.optional(v.nullable(choice('Unità', { kg: 'kg', l: 'l' })), 'kg'),
  wheeled: v.optional(flag('Carrellato'), false),
  tank_kind: optional(choice('Serbatoio', tankKinds)),
  fire_class: optionalText('Classe (es. 34A 233B C)'),
  location: optionalText('Ubicazione'),
  last_check: optional(date('Ultimo controllo')),
  next_check: optional(date('Prossimo controllo')),
  last_overhaul: optional(date('Ultima revisione')),
  next_overhaul: optional(date('Prossima revisione')),
  last_test: optional(date('Ultimo collaudo')),
  next_test: optional(date('Prossimo collaudo')),
  company: optionalText('Ditta'),
  status: v.optional(v.nullable(choice('Stato', extinguisherStatuses)), 'attivo'),
  note: longText('Note'),
}
const part = stationPart('/station/fireext', fields, ['Estintore creato', 'Estintore modificato', 'Estintore eliminato'])
// The status depends on the time, because an extinguisher ages without being written.
export const fireExtinguishers = resource('fire_extinguishers', { ...part, list: { ...part.list, steady: 60 } })
