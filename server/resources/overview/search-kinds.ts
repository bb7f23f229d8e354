import { and, eq, type GetColumnData, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { extinguisherTypes } from '../../../src/contract/equipment/fire-extinguishers.ts'
import { oilSeparatorTypes } from '../../../src/contract/equipment/oil-separators.ts'
import { type Hit, SEARCH_LETTERS, type SearchKind } from '../../../src/contract/kernel/search.ts'
import { serviceCategories } from '../../../src/contract/stations/services.ts'
import { isOpen } from '../../../src/rules/inspections/actions.ts'
import { nameOf } from '../../../src/rules/inspections/columns.ts'
import { statusLabel } from '../../../src/rules/tickets/states.ts'
import { foldedText, words } from '../../db/folded.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { users } from '../../db/schema/core/accounts.ts'
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
import { inspection_models, inspections } from '../../db/schema/inspections/inspections.ts'
import { notification_groups } from '../../db/schema/notifications/notifications.ts'
import { competitors } from '../../db/schema/prices/competitors.ts'
import { available_services, fuels, stations } from '../../db/schema/stations/stations.ts'
import { default_mails, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { DEVICES, maker } from '../../domain/inspections/equipment-labels.ts'
import type { User } from '../../lib/core/context.ts'
import { contains, inWords, wordsOf } from '../../lib/tables/table.ts'
import { dayOf, inScope, named, searched } from '../inspections/read.ts'
import { typedStation } from '../stations/read.ts'
import { inStations, stationScope } from '../stations/scope.ts'
import { typedTicket } from '../tickets/list.ts'
import { ticketsSeen } from '../tickets/read.ts'

type Shown = Record<string, AnyPgColumn | SQL<unknown>>
type Row<S extends Shown> = { [K in keyof S]: S[K] extends AnyPgColumn ? GetColumnData<S[K]> : S[K] extends SQL<infer T> ? T : never }
/** Where records of a kind are found. */
export interface Found {
  from: PgTable | SQL
  /** Those within the caller's reach. */
  scope: (user: User) => SQL | undefined
  matches: (typed: string, user: User) => SQL | undefined
  /** Lower case: what begins with what is typed comes first. */
  text: AnyPgColumn | SQL
  order: AnyPgColumn | SQL
  /** Those that an address calls so; undefined where none is. */
  named: (ids: readonly string[]) => SQL | undefined
  shown: Shown
  hit: (row: never) => Hit
}
const kind = <S extends Shown>(found: Omit<Found, 'shown' | 'hit'> & { shown: S; hit: (row: Row<S>) => Hit }): Found => found

const numbers = (id: AnyPgColumn) => (ids: readonly string[]) => {
  const known = ids.filter((one) => /^\d{1,9}$/.test(one)).map(Number)
  return known.length ? inArray(id, known) : undefined
}
type Plain = PgTable & { id: AnyPgColumn; name: AnyPgColumn }
/** By the words of some columns: the name, and what stands beside it. */
function plain(table: Plain, also: AnyPgColumn | SQL | undefined, scope?: SQL, ...more: AnyPgColumn[]) {
  const text = foldedText(table.name, ...(also ? [also] : []), ...more)
  return kind({
    ...{ from: table, scope: () => scope, text, order: table.name, named: numbers(table.id) },
    matches: (typed) => contains(typed, text),
    shown: { id: sql<number>`${table.id}`, name: sql<string>`${table.name}`, also: also ? sql<string | null>`${also}` : sql<null>`null` },
    hit: (row) => ({ id: String(row.id), name: row.name, also: row.also ?? '' }),
  })
}

type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn; brand: AnyPgColumn }
type Piece = { number: string | null; brand: string | null; model: string | null; type: string | null }
interface Equipment {
  /** What is on its plate, as its index has it; the serial first. */
  plate: readonly [serial: AnyPgColumn, ...AnyPgColumn[]]
  /** What else it is known by. */
  own: readonly AnyPgColumn[]
  model?: AnyPgColumn
  type?: AnyPgColumn
  /** What one and many are called: typed, they say that this kind is meant. */
  called: string
  name: (piece: Piece) => string
}
/** Letters of a word that may say which kind is meant. */
const SAYS_KIND = 3
/** What is typed, and what is left of it without the word that names the kind. */
function withoutKind(typed: string, called: string) {
  const all = wordsOf(typed)
  return { all, rest: all.filter((word) => word.length < SAYS_KIND || !called.split(' ').some((one) => one.startsWith(word))) }
}
const lexemes = (word: string) => word.split(/[^a-z0-9]+/).filter(Boolean)
const onPlate = (word: string) =>
  `(${lexemes(word)
    .map((one) => `${one}:*`)
    .join(' & ')})`
/** What stands on a station: by the beginning of what its plate says, narrowed by its other words and those of its station. Where the kind is named, those of the station do: `estintori fidenza`. */
function onStation(table: Part, { plate, own, model, type, called, name }: Equipment) {
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
const made = (what: string) => (piece: Piece) => joined(piece.number ?? what, maker(piece))

/** Where each kind is found (src/contract/kernel/search.ts says which there are, and for whom). */
export const found: Readonly<Record<SearchKind, Found>> = {
  stations: kind({
    ...{ from: stations, scope: stationScope, matches: typedStation, text: stations.search_text, order: stations.name },
    named: numbers(stations.id),
    shown: { id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province },
    hit: ({ id, code, name, city, province }) => ({ id: String(id), name: `${code} ${name}`, also: `${city} (${province})` }),
  }),
  fire_extinguishers: onStation(fire_extinguishers, {
    plate: [fire_extinguishers.number],
    own: [fire_extinguishers.brand, fire_extinguishers.location],
    ...{ type: fire_extinguishers.type, called: 'estintore estintori' },
    name: ({ number, type, brand }) => joined(number, extinguisherTypes[type as keyof typeof extinguisherTypes] ?? 'Estintore', brand),
  }),
  oil_separators: onStation(oil_separators, {
    plate: [oil_separators.number],
    own: [oil_separators.brand, oil_separators.model, oil_separators.company],
    ...{ model: oil_separators.model, type: oil_separators.type, called: 'disoleatore disoleatori' },
    name: (piece) => joined(piece.number, oilSeparatorTypes[piece.type as keyof typeof oilSeparatorTypes] ?? 'Disoleatore', maker(piece)),
  }),
  dispensers: onStation(dispensers, {
    plate: [dispensers.number],
    own: [dispensers.brand, dispensers.model],
    ...{ model: dispensers.model, called: 'erogatore erogatori', name: made('Erogatore') },
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
  tanks: onStation(tanks, {
    plate: [tanks.number],
    own: [tanks.brand, tanks.model],
    ...{ model: tanks.model, called: 'cisterna cisterne serbatoio serbatoi', name: made('Cisterna') },
  }),
  station_devices: onStation(station_devices, {
    plate: [station_devices.number],
    own: [station_devices.brand, station_devices.model],
    ...{ model: station_devices.model, type: station_devices.type, called: 'dispositivo dispositivi' },
    name: (piece) => joined(piece.number, DEVICES[piece.type ?? ''] ?? 'Dispositivo', maker(piece)),
  }),
  pos: onStation(pos, { plate: [pos.serial, pos.tml], own: [pos.brand, pos.model], model: pos.model, called: 'pos', name: made('POS') }),
  network_devices: onStation(network_devices, {
    plate: [network_devices.serial],
    own: [network_devices.brand, network_devices.hostname, network_devices.item, network_devices.ip],
    ...{ model: network_devices.model, type: network_devices.item, called: 'apparato apparati' },
    name: (piece) => joined(piece.type, piece.number, maker(piece)),
  }),
  inspections: kind({
    from: sql`${inspections} inner join ${stations} on ${eq(stations.id, inspections.station_id)}`,
    ...{ scope: inScope, matches: searched, text: stations.search_text, order: sql`${inspections.id} desc` },
    named(ids) {
      const known = ids.filter((one) => /^(\d{1,9}|\d{4}-\d{1,7}|[\da-f-]{36})$/.test(one))
      return known.length ? or(...known.map(named)) : undefined
    },
    shown: {
      ...{ client_uuid: inspections.client_uuid, id_year: inspections.id_year, id_number: inspections.id_number },
      ...{ status: inspections.status, date: sql<string | null>`${dayOf}::text`, model_name: inspections.model_name },
      station: sql<{ code: string; name: string }>`json_build_object('code', ${stations.code}, 'name', ${stations.name})`,
    },
    hit: (row) => ({
      // One that is open is worked on under the name its device gave it.
      id: isOpen(row) ? row.client_uuid : `${row.id_year}-${row.id_number}`,
      ...{ name: `${nameOf(row)} ${row.station.name}`, also: row.model_name },
    }),
  }),
  tickets: kind({
    ...{ from: tickets, scope: ticketsSeen, matches: typedTicket },
    ...{ text: sql`lower(${tickets.subject})`, order: sql`${tickets.id} desc` },
    named(ids) {
      const known = ids.flatMap((one) => [/^(\d{4})-(\d{1,7})$/.exec(one) ?? []]).filter(({ length }) => length)
      return known.length
        ? or(...known.map(([, year, number]) => and(eq(tickets.id_year, Number(year)), eq(tickets.id_number, Number(number)))))
        : undefined
    },
    shown: { id_year: tickets.id_year, id_number: tickets.id_number, subject: tickets.subject, status: tickets.status_id },
    hit: ({ id_year, id_number, subject, status }) => ({
      ...{ id: `${id_year}-${id_number}`, name: `${id_year}/${id_number} ${subject}`, also: statusLabel(status) },
    }),
  }),
  competitors: {
    ...plain(competitors, competitors.city, undefined, competitors.brand, competitors.address),
    scope: (user) => inStations(user, competitors.station_id),
  },
  banks: plain(banks, banks.branch, undefined, banks.note),
  users: plain(users, users.email, isNull(users.deleted_at), users.fiscalCode),
  'inspection-models': plain(inspection_models, inspection_models.code, isNull(inspection_models.deleted_at)),
  'ticket-categories': plain(ticket_categories, undefined),
  'notification-groups': plain(notification_groups, notification_groups.description),
  'default-mails': plain(default_mails, default_mails.subject),
  available_services: plain(available_services, inWords(available_services.category, serviceCategories)),
  fuels: plain(fuels, fuels.code),
}
