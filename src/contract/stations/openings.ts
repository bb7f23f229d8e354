import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { get, list, post, resource } from '../kernel/endpoint.ts'
import { reference, revision } from '../kernel/fields.ts'
import { anyId, anyText, booleanParam } from '../kernel/filters.ts'
import { stationRoles } from '../kernel/roles.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { DetailedOpening, detailedOpeningFields, Opening, openingModes, openingSeasons } from './opening-fields.ts'
import { StationPhone } from './set-fields.ts'
import { StationRow } from './stations.ts'

/** Upper bound for the hours of a station: there are at most 8 days for each mode and season. */
const MAX_ENTRIES = 200
const nullable = v.nullable(v.string())
const place = { id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() }
const coordinates = { latitude: v.nullable(v.number()), longitude: v.nullable(v.number()) }
const { status } = StationRow.entries

/** The detailed hours of a station: `id` and `station_id` are the station's, `rev` its revision. */
export const StationHours = v.object({
  ...place,
  station_id: v.number(),
  rev: v.number(),
  brand: nullable,
  status,
  /** True if the caller may open the station; the hours of the others are public. */
  readable: v.boolean(),
  /** True if the caller may change them. */
  writable: v.boolean(),
  entries: v.array(DetailedOpening),
})
export type StationHours = v.InferOutput<typeof StationHours>

const modes = Object.keys(openingModes) as (keyof typeof openingModes)[]
const seasons = Object.keys(openingSeasons) as (keyof typeof openingSeasons)[]
const hoursFilters = {
  /** These stations, including depots and dismissed ones. */
  station_id: anyId,
  province: anyText,
  brand: anyText,
  /** Mode and season that `open_now` and `missing` refer to. */
  mode: v.optional(v.picklist(modes, 'La modalità non è ammessa.'), 'servito'),
  season: v.optional(v.picklist(seasons, 'La stagione non è ammessa.'), 'annuale'),
  /** Open at this moment in the given mode. */
  open_now: booleanParam,
  /** Without hours for the given mode and season. */
  missing: booleanParam,
}
const { search, query, sort } = listQuery
/** Maximum stations in the PDF. Typesetting more takes seconds and half a gigabyte of memory. */
export const MAX_PRINTED_STATIONS = 1_000
export const detailedOpenings = resource('detailed_openings', {
  list: list('/stations/detailed-openings', {
    query: v.object({ ...listQuery, ...hoursFilters }),
    output: StationHours,
    policy: 'hours.read',
    order: 'name',
    kept: { place: 'page', by: stationRoles },
  }),
  /** (+) The hours of all stations that match the filters, as a PDF in A4 landscape. */
  pdf: get('/stations/detailed-openings/pdf', {
    query: v.object({ search, query, sort, ...hoursFilters }),
    envelope: 'blob',
    policy: 'hours.read',
  }),
  /** Replaces all detailed hours of the station by `entries`. */
  create: post('/stations/detailed-openings', {
    body: v.object({
      station_id: reference('Punto vendita'),
      rev: revision,
      entries: labelled(
        'Orari',
        v.pipe(v.array(v.object(detailedOpeningFields)), v.maxLength(MAX_ENTRIES, `Al massimo ${MAX_ENTRIES} orari.`)),
      ),
    }),
    output: StationHours,
    ok: 'Orari creati',
    policy: 'net.write',
    touches: ['stations', 'station_directory'],
  }),
})

/** A station in "Rubrica punti vendita", for people on the road. */
export const DirectoryStation = v.object({
  ...place,
  ...coordinates,
  address: v.string(),
  cap: v.string(),
  status,
  phones: v.array(v.pick(StationPhone, ['number', 'type', 'label'])),
  opening: v.array(v.omit(Opening, ['id'])),
  /** Names of services; absent if the caller may not see them. */
  services: v.optional(v.array(v.string())),
})
export type DirectoryStation = v.InferOutput<typeof DirectoryStation>
export const stationDirectory = resource('station_directory', {
  /** (+) "Rubrica punti vendita": the caller's stations. */
  list: list('/stations/directory', {
    query: v.object(listQuery),
    output: DirectoryStation,
    policy: 'net.field',
    steady: true,
    order: 'name',
    // Enough for people with few stations; those who see hundreds use "Prepara per offline".
    kept: { place: 'page' },
  }),
})

/** What "Rubrica punti vendita" and "Prepara per offline" ask, so that the one reads what the other has kept. */
export const WHOLE_DIRECTORY = { per_page: 100 }

/** A station in the app of customers and drivers. */
const AppStation = v.object({
  ...place,
  brand: nullable,
  address: v.string(),
  cap: v.string(),
  lat: v.number(),
  lon: v.number(),
  status,
  ...{ self: v.boolean(), serve: v.boolean(), selfGPL: v.boolean(), serveGPL: v.boolean(), suitableForTruck: v.boolean() },
  phones: v.array(v.pick(StationPhone, ['number', 'type', 'label'])),
  services: v.array(v.string()),
  /** Prices in force, euro per `unit`. */
  fuels: v.array(
    v.object({ name: v.string(), unit: v.string(), self: v.nullable(v.number()), serve: v.nullable(v.number()), updated_at: nullable }),
  ),
  openings: v.array(v.omit(Opening, ['id'])),
  /** Null if the hours are unknown. */
  open_now: v.nullable(v.boolean()),
})
export type AppStation = v.InferOutput<typeof AppStation>
export const appStations = resource('app_stations', {
  /** All stations in business that have coordinates. */
  list: get('/iapp/list-stations', { output: AppStation, envelope: 'list', policy: 'auth', steady: 5 }),
})
