import * as v from 'valibot'
import { ListQuery, listQuery } from '../kernel/crud.ts'
import { get, list, resource } from '../kernel/endpoint.ts'
import { anyId, anyText, booleanParam, facets, suggestionQuery } from '../kernel/filters.ts'
import { fieldRoles, roleNames } from '../kernel/roles.ts'
import { Opening } from './opening-fields.ts'
import { StationBill, StationFuel, StationNetwork, StationPhone, StationService } from './set-fields.ts'

/** Doc 1 §3 and §7 (stations); domain.md 1.2. */
export const stationStatuses = {
  active: 'Attivo',
  temporarily_closed: 'Chiuso temporaneamente',
  maintenance: 'In manutenzione',
  opening: 'In apertura',
  dismissed: 'Dismesso',
} as const
export const stationKinds = {
  stradale: 'Stradale',
  autostradale: 'Autostradale',
  strada_statale: 'Strada statale',
  urbano: 'Urbano',
} as const
export const priceModes = { self: 'Self', serve: 'Servito' } as const
export const priceSources = { manuale: 'Manuale', mimit: 'MIMIT', icad: 'ICAD', import: 'Importazione' } as const

const text = v.optional(v.nullable(v.string()))
const flag = v.optional(v.boolean())
/** What is absent is not for the caller's eyes (domain.md 4.4). */
export const StationRow = v.object({
  id: v.number(),
  code: v.string(),
  name: v.string(),
  address: v.string(),
  cap: v.string(),
  city: v.string(),
  province: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  phones: v.array(StationPhone),
  suitableForTruck: v.boolean(),
  status: v.picklist(Object.keys(stationStatuses) as (keyof typeof stationStatuses)[]),
  rev: v.optional(v.number()),
  region: text,
  email: text,
  self: flag,
  serve: flag,
  serveGPL: flag,
  selfGPL: flag,
  maintenanceCompany: text,
  maintenance_email: text,
  hasRent: flag,
  landlord: text,
  /** Euro a year. */
  rent_amount: v.optional(v.nullable(v.number())),
  rent_expiration: text,
  owned: flag,
  /** Euro per litre. */
  margin: v.optional(v.nullable(v.number())),
  register: text,
  register_telematic: flag,
  localUnit: text,
  license: text,
  videoSurveillance: flag,
  videoSurveillanceNote: text,
  is_warehouse: flag,
  brand: text,
  kind: v.optional(v.nullable(v.picklist(Object.keys(stationKinds) as (keyof typeof stationKinds)[]))),
  mise_id: v.optional(v.nullable(v.number())),
  icad_code: text,
  area_manager_id: v.optional(v.nullable(v.number())),
  opened_at: text,
  closed_at: text,
  /** Of one that is closed for a time: why, and the day it is to open again. */
  closing_reason: text,
  reopening_at: text,
  note: text,
  created_at: v.optional(v.string()),
  updated_at: v.optional(v.string()),
  fuels: v.optional(v.array(StationFuel)),
  services: v.optional(v.array(StationService)),
  /** The policies under which the caller may write this very station. */
  writable: v.array(v.picklist(['net.write', 'net.fin'])),
})
export type StationRow = v.InferOutput<typeof StationRow>
export const Station = v.object({
  ...StationRow.entries,
  opening: v.array(Opening),
  /** Who runs it, and who the area it is in, by name. */
  manager: text,
  area_manager: text,
  networks: v.optional(v.array(StationNetwork)),
  bills: v.optional(v.array(StationBill)),
  /** How many of each the station has. */
  equipment: v.optional(
    v.object({
      dispensers: v.number(),
      guns: v.number(),
      tanks: v.number(),
      devices: v.number(),
      fireext: v.number(),
      oilseparator: v.number(),
      pos: v.number(),
    }),
  ),
})
export type Station = v.InferOutput<typeof Station>
export const StationHint = v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() })
export const CurrentPrice = v.object({
  id: v.number(),
  fuel_id: v.number(),
  fuel: v.string(),
  unit: v.picklist(['l', 'kg']),
  mode: v.picklist(Object.keys(priceModes) as (keyof typeof priceModes)[]),
  /** Euro per `unit`, three decimals. */
  price: v.number(),
  valid_from: v.string(),
  source: v.picklist(Object.keys(priceSources) as (keyof typeof priceSources)[]),
})

/** What narrows the stations, as a list and on the map alike. */
export const stationFilters = {
  search: listQuery.search,
  query: listQuery.query,
  status: anyText,
  province: anyText,
  region: anyText,
  brand: anyText,
  kind: anyText,
  fuel_id: anyId,
  service_id: anyId,
  area_manager_id: anyId,
  self: booleanParam,
  serve: booleanParam,
  selfGPL: booleanParam,
  serveGPL: booleanParam,
  suitableForTruck: booleanParam,
  is_warehouse: booleanParam,
  owned: booleanParam,
  hasRent: booleanParam,
}
export const StationQuery = v.object({
  ...ListQuery.entries,
  ...stationFilters,
  ...facets('status', 'province', 'region', 'brand', 'kind'),
})
/** Of a station only what a map shows; without coordinates it is in the list beside the map. */
export const MapStation = v.object({
  id: v.number(),
  code: v.string(),
  name: v.string(),
  city: v.string(),
  province: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  status: StationRow.entries.status,
})
export type MapStation = v.InferOutput<typeof MapStation>
/** `tiles`: where pictures of the ground come from (`{z}`, `{x}`, `{y}` in the address) and whose they are; null where no server of them is configured. */
export const StationMap = v.object({
  stations: v.array(MapStation),
  tiles: v.nullable(v.object({ url: v.string(), credit: v.nullable(v.string()) })),
})

export const stations = resource('stations', {
  list: list('/stations', { query: StationQuery, output: StationRow, policy: 'net.field', steady: true, order: 'name' }),
  /** (+) All that pass the filters, in the order of the list: where one stands in it says which page it is on. */
  map: get('/stations/map', {
    query: v.object({ ...stationFilters, sort: listQuery.sort }),
    output: StationMap,
    policy: 'net.field',
    steady: true,
  }),
  /** Kept by those who have all stations on their device anyway (inspection-offline.ts). */
  get: get('/stations/{id}', { output: Station, policy: 'net.field', steady: true, kept: { place: 'page', by: ['inspection'] } }),
  /** Those in force now, by fuel and mode; a station without prices gives an empty list. */
  prices: get('/stations/{id}/prices', { output: CurrentPrice, envelope: 'list', policy: 'prices.read' }),
  /** The best 20 for what is typed; without text, the first 20 by name. */
  suggest: get('/suggestions/stations', {
    query: v.object(suggestionQuery),
    output: StationHint,
    envelope: 'list',
    policy: 'auth',
    steady: true,
    // Names and towns, of everybody; but what is typed into a filter must not put out the ten copies that field work needs.
    kept: { place: 'cache', by: roleNames.filter((role) => !fieldRoles.includes(role)) },
  }),
})
