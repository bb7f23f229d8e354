import * as v from 'valibot'
import { del, post, put, resource } from '../kernel/endpoint.ts'
import { choice, date, longText, money, optional, pastDate, reference, text } from '../kernel/fields.ts'
import { offlinePart } from '../kernel/offline-part.ts'

/** "Interventi cisterna". */
export const maintenanceTypes = {
  pulizia: 'Pulizia fondi',
  prova_tenuta: 'Prova di tenuta',
  taratura_sonda: 'Taratura sonda',
  vetroresinatura: 'Vetroresinatura',
  riparazione: 'Riparazione',
  bonifica: 'Bonifica',
  altro: 'Altro',
} as const
export type MaintenanceType = keyof typeof maintenanceTypes
export const outcomes = { positivo: 'Positivo', negativo: 'Negativo' } as const

const fields = {
  tank_id: reference('Cisterna'),
  type: choice('Tipo', maintenanceTypes),
  date: pastDate('Data'),
  company: text('Ditta', { max: 160 }),
  outcome: optional(choice('Esito', outcomes)),
  next_date: optional(date('Prossimo intervento')),
  cost: optional(money('Costo (€)', { min: 0, max: 99_999_999.99 })),
  note: longText('Note'),
}
const part = offlinePart('tanks/maintenances', {
  fields,
  /** The ticket opened by a negative outcome. */
  row: { ticket: v.nullable(v.object({ id_year: v.number(), id_number: v.number() })) },
  ok: ['Intervento Cisterna creato', 'Intervento Cisterna modificato', 'Intervento Cisterna eliminato'],
  policy: 'equip.read',
  write: 'tanks.maintain',
  kept: { place: 'field', by: 'tanks.maintain' },
})
const { uuid, noted_at } = part.create.body.entries
const params = v.object({ uuid: v.union([uuid, v.pipe(v.string(), v.regex(/^\d{1,9}$/))], 'L’identificativo non è valido.') })
const { tank_id: _, ...changed } = part.update.body.entries
const touches = ['tanks']
export const tankMaintenances = resource('tank_maintenances', {
  ...part,
  /** Callers other than our client may omit uuid and moment; the station is the tank's. */
  create: post('/station/tanks/maintenances', {
    ...part.create,
    body: v.object({
      ...part.create.body.entries,
      uuid: v.optional(uuid),
      noted_at: v.optional(noted_at),
      station_id: v.optional(reference('Punto vendita')),
    }),
    touches,
  }),
  /** By its id or its uuid. The tank cannot be changed. */
  update: put('/station/tanks/maintenances/{uuid}', { ...part.update, params, body: v.object(changed), touches }),
  remove: del('/station/tanks/maintenances/{tankId}/{maintenanceId}', { ok: part.remove.ok, policy: part.remove.policy, touches }),
})
