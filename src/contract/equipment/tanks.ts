import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, resource } from '../kernel/endpoint.ts'
import { choice, date, flag, integer, longText, optional, optionalText, reference, year } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, listParam } from '../kernel/filters.ts'
import { stationPart } from '../kernel/station-part.ts'

/** "Cisterne". `number` is the tank's number within its station. */
export const tankTypes = {
  parete_singola: 'Parete singola',
  doppia_parete: 'Doppia parete',
  risanato: 'Risanato (vetroresinato)',
  fuori_terra: 'Fuori terra',
  gpl_interrato: 'GPL interrato',
} as const
export type TankType = keyof typeof tankTypes
export const tankStatuses = { attivo: 'Attivo', dismesso: 'Dismesso' } as const
/** Age in whole years since construction. */
export const tankAges = { giovane: 'Meno di 15 anni', media: 'Da 15 a 30 anni', vecchia: 'Oltre 30 anni', ignota: 'Sconosciuta' } as const
/** Days before a test from which it counts as due soon. */
export const SOON_DAYS = 60

const fields = {
  number: optionalText('N. serbatoio', { max: 40 }),
  fuel_id: reference('Carburante'),
  type: optional(choice('Tipo', tankTypes)),
  capacity: optional(integer('Capacità (l)', { min: 0, max: 9_999_999 })),
  compartment: optional(integer('Camera', { min: 0, max: 99 })),
  year: optional(year('Anno')),
  relined_at: optional(date('Risanato il')),
  probe: v.optional(flag('Sonda'), false),
  leak_detection: v.optional(flag('Rilevatore perdite'), false),
  last_test: optional(date('Ultima prova di tenuta')),
  next_test: optional(date('Prossima prova di tenuta')),
  status: v.optional(choice('Stato', tankStatuses), 'attivo'),
  note: longText('Note'),
}
const named = v.object({ id: v.number(), name: v.string() })
const part = stationPart('/station/tanks', fields, ['Cisterna creata', 'Cisterna modificata', 'Cisterna eliminata'])
/** A maintenance in the list of tanks. Photos and author are in the station's maintenances. */
const Done = v.object({
  ...{ id: v.number(), uuid: v.string(), type: v.string(), date: v.string(), company: v.string() },
  ...{ outcome: v.nullable(v.string()), next_date: v.nullable(v.string()) },
})
const output = v.object({
  ...part.list.output.entries,
  fuel_id: v.nullable(v.number()),
  status: v.nullable(choice('Stato', tankStatuses)),
  /** Code and name of the station. */
  place: v.string(),
  /** True if the caller may record interventions on the station's tanks; only in the list. */
  writable: v.optional(v.boolean()),
  fuel: v.nullable(named),
  maintenances: v.array(Done),
})

const filters = {
  search: listQuery.search,
  query: listQuery.query,
  station_id: anyId,
  fuel_id: anyId,
  type: anyText,
  age: listParam(v.picklist(Object.keys(tankAges) as [keyof typeof tankAges], 'L’età non è ammessa.')),
  status: anyText,
  /** Only tanks without a probe, or only those with one. */
  without_probe: booleanParam,
  /** Only tanks in use whose next test is within `SOON_DAYS` days or overdue. */
  due: booleanParam,
}
export const tanks = resource('tanks', {
  ...part,
  list: { ...part.list, output, kept: { place: 'field', by: 'tanks.maintain' } },
  create: { ...part.create, output },
  update: { ...part.update, output },
  /** A tank with maintenances is refused (409, `has_maintenances`) unless `force` deletes them too. */
  remove: del('/station/tanks/{stationId}/{id}', {
    query: v.object({ force: booleanParam }),
    ok: part.remove.ok,
    policy: part.remove.policy,
    touches: ['tank_maintenances'],
  }),
  /** (+) Tanks of the whole network. */
  all: list('/station/tanks', {
    query: v.object({ ...listQuery, ...filters }),
    output: v.object({
      ...{ id: v.number(), station: v.object({ id: v.number(), code: v.string(), name: v.string() }), number: v.nullable(v.string()) },
      ...{ fuel: v.nullable(named), capacity: v.nullable(v.number()), type: fields.type, year: v.nullable(v.number()), probe: v.boolean() },
      ...{ last_test: v.nullable(v.string()), next_test: v.nullable(v.string()), status: v.nullable(v.string()) },
    }),
    policy: 'equip.read',
    order: 'station',
  }),
  /** (+) Litres of each fuel over all results of the list. */
  capacity: get('/station/tanks/capacity', {
    query: v.object(filters),
    output: v.object({ fuel: v.nullable(named), tanks: v.number(), capacity: v.number() }),
    envelope: 'list',
    policy: 'equip.read',
  }),
})
export type Tank = v.InferOutput<typeof output>
