import * as v from 'valibot'
import { ListQuery, listQuery } from '../kernel/crud.ts'
import { get, list, resource } from '../kernel/endpoint.ts'
import { email, optional, optionalText, reference } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam, facets, suggestionQuery } from '../kernel/filters.ts'
import { fieldRoles, roleNames, stationRoles } from '../kernel/roles.ts'
import { Opening } from './opening-fields.ts'
import { StationBill, StationFuel, StationNetwork, StationPhone, StationService } from './set-fields.ts'

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
/** A row of the list. Columns that the caller may not see are absent. */
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
  /** For a temporarily closed station: the reason, and the planned day of reopening. */
  closing_reason: text,
  reopening_at: text,
  note: text,
  created_at: v.optional(v.string()),
  updated_at: v.optional(v.string()),
  fuels: v.optional(v.array(StationFuel)),
  services: v.optional(v.array(StationService)),
  /** Policies under which the caller may write this station. */
  writable: v.array(v.picklist(['net.write', 'net.fin'])),
})
export type StationRow = v.InferOutput<typeof StationRow>
export const Station = v.object({
  ...StationRow.entries,
  opening: v.array(Opening),
  /** Names of its managers and of the area manager. */
  manager: text,
  area_manager: text,
  networks: v.optional(v.array(StationNetwork)),
  bills: v.optional(v.array(StationBill)),
  /** Number of pieces of each kind. */
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

/** Filters of the list and of the map. */
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
/** The part of a station that a map shows. One without coordinates appears only in the list beside the map. */
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
/** `tiles`: URL template of the map tiles (`{z}`, `{x}`, `{y}`) and their attribution; null if no tile server is configured. */
export const StationMap = v.object({
  stations: v.array(MapStation),
  tiles: v.nullable(v.object({ url: v.string(), credit: v.nullable(v.string()) })),
})

/** Resources that show a station's own data, or its revision. */
export const stationShownIn = ['detailed_openings', 'station_directory'] as const

export const stations = resource('stations', {
  list: {
    ...list('/stations', { query: StationQuery, output: StationRow, policy: 'net.field', steady: true, order: 'name' }),
    bulk: {
      update: {
        ...{ label: 'Modifica', call: 'update', policy: 'net.create' },
        values: v.object({
          area_manager_id: optional(reference('Responsabile di zona')),
          maintenanceCompany: optionalText('Ditta di manutenzione', { max: 120 }),
          maintenance_email: optional(email('Email ditta di manutenzione')),
        }),
      },
    },
  },
  /** (+) All stations that match the filters, in the order of the list, so that a station's position gives its page. */
  map: get('/stations/map', {
    query: v.object({ ...stationFilters, sort: listQuery.sort }),
    output: StationMap,
    policy: 'net.field',
    steady: true,
  }),
  /** Stored on the device for inspectors, who have all stations there, and for those who work at the station. */
  get: get('/stations/{id}', {
    output: Station,
    policy: 'net.field',
    steady: true,
    kept: { place: 'page', by: ['inspection', ...stationRoles] },
  }),
  /** Current prices by fuel and mode; empty for a station without prices. */
  prices: get('/stations/{id}/prices', {
    output: CurrentPrice,
    envelope: 'list',
    policy: 'prices.read',
    kept: { place: 'page', by: stationRoles },
  }),
  /** (+) As `suggest`, of all stations, for those who write the point of sale into a customer or a voucher and may have no stations of their own. */
  choices: get('/suggestions/network-stations', {
    query: v.object(suggestionQuery),
    output: v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string() }),
    envelope: 'list',
    policy: 'lookup.customers',
    steady: true,
  }),
  /** The best 20 matches of a text; without text, the first 20 by name. */
  suggest: get('/suggestions/stations', {
    query: v.object(suggestionQuery),
    output: StationHint,
    envelope: 'list',
    policy: 'auth',
    steady: true,
    // Not for field roles: suggestions would displace the ten cached answers that field work needs.
    kept: { place: 'cache', by: roleNames.filter((role) => !fieldRoles.includes(role)) },
  }),
})
