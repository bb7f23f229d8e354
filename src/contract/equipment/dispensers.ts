import * as v from 'valibot'
import { post, resource } from '../kernel/endpoint.ts'
import { choice, date, decimal, flag, integer, longText, optional, optionalText, reference, year } from '../kernel/fields.ts'
import { stationPart } from '../kernel/station-part.ts'
import { pieceStatuses } from './piece-kinds.ts'

/** "Erogatori" with their guns, "Pistole". `number` of a dispenser is its serial number. */
export const dispenserKinds = {
  singola: 'Singola',
  doppia: 'Doppia',
  multiprodotto: 'Multiprodotto',
  gpl: 'GPL',
  metano: 'Metano',
} as const
export const gunSides = { A: 'A', B: 'B' } as const
export const gunFlows = { normale: 'Normale', alta_portata: 'Alta portata' } as const
const gunFields = {
  number: integer('N. pistola', { min: 1, max: 999 }),
  fuel_id: reference('Carburante'),
  side: optional(choice('Lato', gunSides)),
  flow: v.optional(v.nullable(choice('Portata', gunFlows)), 'normale'),
  tank_id: optional(reference('Cisterna')),
  /** Meter reading in litres, or kilograms for gas sold by weight. */
  totalizer: optional(decimal('Totalizzatore', { min: 0 })),
  last_metric_check: optional(date('Ultima verifica metrica')),
  next_metric_check: optional(date('Prossima verifica metrica')),
  seals_ok: optional(flag('Sigilli integri')),
  active: v.optional(flag('Attiva'), true),
}
const text = v.nullable(v.string())
export const Gun = v.object({
  id: v.number(),
  ...gunFields,
  fuel: v.object({ id: v.number(), name: v.string() }),
  tank: v.nullable(v.object({ id: v.number(), number: text })),
})
export type Gun = v.InferOutput<typeof Gun>
const fields = {
  number: optionalText('Matricola'),
  kind: optional(choice('Tipo', dispenserKinds)),
  brand: optionalText('Marca'),
  model: optionalText('Modello'),
  year: optional(year('Anno')),
  island: optional(integer('Isola', { min: 0, max: 99 })),
  status: v.optional(v.nullable(choice('Stato', pieceStatuses)), 'attivo'),
  note: longText('Note'),
  guns: v.optional(v.array(v.object({ id: v.optional(v.number()), ...gunFields })), []),
}
const part = stationPart('/station/dispensers', fields, ['Erogatore creato', 'Erogatore modificato', 'Erogatore eliminato'], {
  row: { guns: v.array(Gun) },
})
export const dispensers = resource('dispensers', {
  ...part,
  // The specification also has this POST with the station's id in the path.
  createOn: post('/station/dispensers/{id}', {
    body: v.object(fields),
    output: part.create.output,
    ok: 'Erogatore creato',
    policy: 'net.write',
  }),
})
