import * as v from 'valibot'
import { choice, date, flag, ip, longText, money, optional, optionalText, pdr, phone, pod, reference, text } from '../kernel/fields.ts'
import { openingFields } from './opening-fields.ts'

// Child rows of a station (phones, fuels, services, …), each kind replaced as a set.
export const phoneTypes = { fisso: 'Fisso', mobile: 'Mobile', fax: 'Fax', emergenza: 'Emergenza' } as const
export const networkTypes = { FTTH: 'FTTH', FTTC: 'FTTC', ADSL: 'ADSL', FWA: 'FWA', LTE: 'LTE', SAT: 'Satellite' } as const
export const billTypes = {
  elettricita: 'Energia elettrica',
  gas: 'Gas',
  acqua: 'Acqua',
  telefono: 'Telefono/dati',
  rifiuti: 'Rifiuti (TARI)',
  altro: 'Altro',
} as const
export const billPeriods = { mensile: 'Mensile', bimestrale: 'Bimestrale', trimestrale: 'Trimestrale', annuale: 'Annuale' } as const

/** The fields of one row of each set. */
export const phoneFields = {
  number: phone('Numero'),
  type: v.optional(choice('Tipo', phoneTypes), 'fisso'),
  label: optionalText('Descrizione', { max: 60 }),
}
export const fuelFields = {
  fuel_id: reference('Carburante'),
  self: v.optional(flag('Self'), true),
  serve: v.optional(flag('Servito'), true),
  active: v.optional(flag('Attivo'), true),
}
export const serviceFields = { available_service_id: reference('Servizio'), note: optionalText('Note') }
export const networkFields = {
  provider: text('Operatore', { max: 80 }),
  type: optional(choice('Tecnologia', networkTypes)),
  line_number: optionalText('N. linea', { max: 40 }),
  contract: optionalText('Contratto', { max: 60 }),
  public_ip: optional(ip('IP pubblico')),
  subnet: optionalText('Subnet', { max: 40 }),
  router_model: optionalText('Modello router', { max: 80 }),
  bandwidth: optionalText('Banda', { max: 40 }),
  activated_at: optional(date('Attivazione')),
  expires_at: optional(date('Scadenza')),
  support_phone: optional(phone('Assistenza')),
  note: longText('Note'),
}
export const billFields = {
  type: choice('Utenza', billTypes),
  supplier: text('Fornitore', { max: 80 }),
  holder: optionalText('Intestatario', { max: 120 }),
  customer_code: optionalText('Codice cliente', { max: 40 }),
  pod: optional(pod('POD')),
  pdr: optional(pdr('PDR')),
  contract: optionalText('Contratto', { max: 60 }),
  periodicity: optional(choice('Periodicità', billPeriods)),
  last_date: optional(date('Ultima bolletta')),
  last_amount: optional(money('Ultimo importo (€)', { min: 0, max: 99_999_999 })),
  expires_at: optional(date('Scadenza')),
  note: longText('Note'),
}
export const stationSets = {
  phones: phoneFields,
  fuels: fuelFields,
  services: serviceFields,
  networks: networkFields,
  bills: billFields,
  openings: openingFields,
}

const words = v.nullable(v.string())
export const StationPhone = v.object({ id: v.number(), number: v.string(), type: choice('Tipo', phoneTypes), label: words })
export const StationFuel = v.object({
  id: v.number(),
  fuel_id: v.number(),
  name: v.string(),
  code: words,
  color: words,
  self: v.boolean(),
  serve: v.boolean(),
  active: v.boolean(),
})
export const StationService = v.object({ id: v.number(), available_service_id: v.number(), name: v.string(), category: words, note: words })
/** `contract` is absent if the caller may not see it. */
export const StationNetwork = v.object({
  id: v.number(),
  provider: v.string(),
  type: v.nullable(choice('Tecnologia', networkTypes)),
  line_number: words,
  contract: v.optional(words),
  public_ip: words,
  subnet: words,
  router_model: words,
  bandwidth: words,
  activated_at: words,
  expires_at: words,
  support_phone: words,
  note: words,
})
export type StationNetwork = v.InferOutput<typeof StationNetwork>
export const StationBill = v.object({
  id: v.number(),
  type: choice('Utenza', billTypes),
  supplier: v.string(),
  holder: words,
  customer_code: words,
  pod: words,
  pdr: words,
  contract: words,
  periodicity: v.nullable(choice('Periodicità', billPeriods)),
  last_date: words,
  /** Euro. */
  last_amount: v.nullable(v.number()),
  expires_at: words,
  note: words,
})
export type StationBill = v.InferOutput<typeof StationBill>
