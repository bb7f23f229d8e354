import { eq, or, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { extinguisherTypes } from '../../../src/contract/equipment/fire-extinguishers.ts'
import { oilSeparatorTypes } from '../../../src/contract/equipment/oil-separators.ts'
import { SEARCH_LETTERS } from '../../../src/contract/kernel/search.ts'
import type { CodedKind } from '../../../src/rules/equipment/label-code.ts'
import { foldedText, words } from '../../db/folded.ts'
import {
  dispensers,
  fire_extinguishers,
  guns,
  network_devices,
  oil_separators,
  pos,
  station_devices,
  tanks,
} from '../../db/schema/equipment/equipment.ts'
import { fuels, stations } from '../../db/schema/stations/stations.ts'
import { brandAndModel, deviceNames } from '../../domain/equipment/piece-names.ts'
import { type Found, kind, numbers } from '../../lib/tables/search-kind.ts'
import { contains, wordsOf } from '../../lib/tables/table.ts'
import { stationScope } from '../stations/scope.ts'
import { stationSearch } from '../stations/search.ts'

type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn; brand: AnyPgColumn }
type Piece = { number: string | null; brand: string | null; model: string | null; type: string | null }
interface EquipmentSearch {
  /** Columns of the plate, in the order of the index; the serial number first. */
  plate: readonly [serial: AnyPgColumn, ...AnyPgColumn[]]
  /** Further columns to search. */
  own: readonly AnyPgColumn[]
  model?: AnyPgColumn
  type?: AnyPgColumn
  /** Singular and plural name. If a search contains one of them, it means this kind. */
  called: string
  name: (piece: Piece) => string
}
/** Minimum letters of a word that may name a kind. */
const SAYS_KIND = 3
/** The words of a search, and the rest without the word that names the kind. */
function withoutKind(typed: string, called: string) {
  const all = wordsOf(typed)
  return { all, rest: all.filter((word) => word.length < SAYS_KIND || !called.split(' ').some((one) => one.startsWith(word))) }
}
const lexemes = (word: string) => word.split(/[^a-z0-9]+/).filter(Boolean)
const onPlate = (word: string) =>
  `(${lexemes(word)
    .map((one) => `${one}:*`)
    .join(' & ')})`
/**
 * Search of a kind of equipment by the beginning of its plate's words, narrowed by further words of the piece and its station. If the search
 * names the kind, words of the station are enough: `estintori fidenza`.
 */
function searchOn(table: Part, { plate, own, model, type, called, name }: EquipmentSearch) {
  const [serial] = plate
  const from = sql`${table} inner join ${stations} on ${eq(stations.id, table.station_id)}`
  const byPlate = (typed: readonly string[]) => {
    const begun = typed.filter((word) => lexemes(word).join('').length >= SEARCH_LETTERS).map(onPlate)
    if (!begun.length) return sql`false`
    const around = sql`${foldedText(...plate, ...own)} || ' ' || ${stations.search_text}`
    return sql`(${words(...plate)} @@ to_tsquery('simple', ${begun.join(' | ')}) and ${contains(typed.join(' '), around)})`
  }
  return kind({
    ...{ from, scope: stationScope, text: sql`lower(coalesce(${serial}, ''))`, order: serial, named: numbers(table.id) },
    matches(typed) {
      const { all, rest } = withoutKind(typed, called)
      if (!rest.length) return sql`false`
      if (rest.length === all.length) return byPlate(rest)
      return or(
        contains(rest.join(' '), stations.search_text),
        sql`${table.id} in (select ${table.id} from ${from} where ${byPlate(rest)})`,
      )
    },
    shown: {
      ...{ id: sql<number>`${table.id}`, number: sql<string | null>`${serial}`, brand: sql<string | null>`${table.brand}` },
      ...{ model: sql<string | null>`${model ?? null}`, type: sql<string | null>`${type ?? null}`, station_id: stations.id },
      ...{ code: stations.code, station: stations.name, city: stations.city, province: stations.province },
    },
    hit: ({ id, station_id, code, station, city, province, ...piece }) => ({
      ...{ id: String(id), name: name(piece), also: `${code} ${station}, ${city} (${province})` },
      ...{ station_id, number: piece.number },
    }),
  })
}
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
const nameWithout = (what: string) => (piece: Piece) => joined(piece.number ?? what, brandAndModel(piece))

/** Global search of equipment (src/contract/kernel/search.ts). */
export const equipmentSearch = {
  fire_extinguishers: searchOn(fire_extinguishers, {
    plate: [fire_extinguishers.number],
    own: [fire_extinguishers.brand, fire_extinguishers.location],
    ...{ type: fire_extinguishers.type, called: 'estintore estintori' },
    name: ({ number, type, brand }) => joined(number, extinguisherTypes[type as keyof typeof extinguisherTypes] ?? 'Estintore', brand),
  }),
  oil_separators: searchOn(oil_separators, {
    plate: [oil_separators.number],
    own: [oil_separators.brand, oil_separators.model, oil_separators.company],
    ...{ model: oil_separators.model, type: oil_separators.type, called: 'disoleatore disoleatori' },
    name: (piece) =>
      joined(piece.number, oilSeparatorTypes[piece.type as keyof typeof oilSeparatorTypes] ?? 'Disoleatore', brandAndModel(piece)),
  }),
  dispensers: searchOn(dispensers, {
    plate: [dispensers.number],
    own: [dispensers.brand, dispensers.model],
    ...{ model: dispensers.model, called: 'erogatore erogatori', name: nameWithout('Erogatore') },
  }),
  // One has no plate: it is found by its station, where it is named as what it is.
  guns: kind({
    from: sql`${guns} inner join ${stations} on ${eq(stations.id, guns.station_id)} inner join ${fuels} on ${eq(fuels.id, guns.fuel_id)}`,
    ...{ scope: stationScope, text: stations.search_text, order: guns.number, named: numbers(guns.id) },
    matches(typed) {
      const { rest, all } = withoutKind(typed, 'pistola pistole')
      return rest.length && rest.length < all.length ? contains(rest.join(' '), stations.search_text) : sql`false`
    },
    shown: {
      ...{
        id: sql<number>`${guns.id}`,
        gun: sql<number>`${guns.number}`,
        of: sql<number>`${guns.dispenser_id}`,
        fuel: sql<string>`${fuels.name}`,
      },
      ...{ station_id: stations.id, code: stations.code, station: stations.name, city: stations.city, province: stations.province },
    },
    hit: ({ id, gun, of, fuel, station_id, code, station, city, province }) => ({
      ...{ id: String(id), name: `Pistola ${gun} ${fuel}`, also: `${code} ${station}, ${city} (${province})`, station_id, of },
    }),
  }),
  tanks: searchOn(tanks, {
    plate: [tanks.number],
    own: [tanks.brand, tanks.model],
    ...{ model: tanks.model, called: 'cisterna cisterne serbatoio serbatoi', name: nameWithout('Cisterna') },
  }),
  station_devices: searchOn(station_devices, {
    plate: [station_devices.number],
    own: [station_devices.brand, station_devices.model],
    ...{ model: station_devices.model, type: station_devices.type, called: 'dispositivo dispositivi' },
    name: (piece) => joined(piece.number, deviceNames[piece.type ?? ''] ?? 'Dispositivo', brandAndModel(piece)),
  }),
  pos: searchOn(pos, {
    plate: [pos.serial, pos.tml],
    own: [pos.brand, pos.model],
    model: pos.model,
    called: 'pos',
    name: nameWithout('POS'),
  }),
  network_devices: searchOn(network_devices, {
    plate: [network_devices.serial],
    own: [network_devices.brand, network_devices.hostname, network_devices.item, network_devices.ip],
    ...{ model: network_devices.model, type: network_devices.item, called: 'apparato apparati' },
    name: (piece) => joined(piece.type, piece.number, brandAndModel(piece)),
  }),
} satisfies Partial<Record<CodedKind, Found>>
/** How each kind that has a code of its own (src/rules/equipment/label-code.ts) is found. */
export const codedSearch: Readonly<Record<CodedKind, Found>> = { stations: stationSearch, ...equipmentSearch }
