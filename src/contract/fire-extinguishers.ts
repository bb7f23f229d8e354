import * as v from 'valibot'
import { resource } from './endpoint.ts'
import { choice, date, decimal, longText, optional, optionalText, year } from './fields.ts'
import { stationPart } from './station-part.ts'

/** "Estintori" (doc 1 §3 and §7; domain.md 1.2). `number` is the serial on the plate. */
export const extinguisherTypes = {
  polvere: 'Polvere',
  co2: 'CO₂',
  schiuma: 'Schiuma',
  acqua: 'Idrico',
  alogenati: 'Idrocarburi alogenati',
} as const
const fields = {
  number: optionalText('Matricola'),
  type: optional(choice('Tipo', extinguisherTypes)),
  year: optional(year('Anno')),
  capacity: optional(decimal('Capacità', { min: 0, max: 9999, scale: 1 })),
  unit: v.optional(v.nullable(choice('Unità', { kg: 'kg', l: 'l' })), 'kg'),
  fire_class: optionalText('Classe'),
  location: optionalText('Ubicazione'),
  next_check: optional(date('Prossimo controllo')),
  next_overhaul: optional(date('Prossima revisione')),
  next_test: optional(date('Prossimo collaudo')),
  note: longText('Note'),
}
export const fireExtinguishers = resource(
  'fire_extinguishers',
  stationPart('/station/fireext', fields, ['Estintore creato', 'Estintore modificato', 'Estintore eliminato']),
)
