import type { Endpoint, Named, Output, Page } from '../../src/contract/kernel/endpoint.ts'
import type { PolicyName } from '../../src/contract/kernel/policies.ts'
import type { Caller, World } from '../api/support/world.ts'
import type { Sample } from './sample.ts'
import type { Write } from './scene.ts'
import type { StationScope } from './scope.ts'
import type { Screens } from './screens.ts'

/** Policies that nobody passes who reaches only some stations. `scope.test.ts` holds the list against the agreed policies. */
export const wholeNetwork = [
  'guest',
  'super',
  'settings.write',
  'services.write',
  'banks.read',
  'banks.write',
  'cards.delete',
  'coupons.delete',
  'comm.write',
  'contacts.write',
  'tickets.agent',
  'tickets.config',
  'tickets.delete',
  'insp',
  'insp.model.write',
  'eco.admin',
  'dash.accounting',
] as const satisfies readonly PolicyName[]
export type WholeNetwork = (typeof wholeNetwork)[number]

/** The agreed policy of a call. One that reaches people with only some stations says how they meet it, or in words why no row of it belongs to a station. */
type Agreed = { policy: WholeNetwork; scope?: undefined } | { policy: Exclude<PolicyName, WholeNetwork>; scope: StationScope | string }

/** A write as it is made, and the activity and history it leaves behind; or in words why not, and the file where it is tried instead. */
type Written = { write: Write; leaves: string } | { write: string; leaves?: undefined }

/** Every list takes these; `list.test.tsx` and the tests of each resource try them. */
export const commonParameters = ['page', 'per_page', 'search', 'query', 'sort', 'is_paginated', 'facet'] as const
type QueryOf<E> = E extends { query: { entries: infer Entries } } ? keyof Entries & string : never
type FiltersOf<E extends Endpoint> = E extends { method: 'GET'; envelope: 'page' }
  ? Exclude<QueryOf<E>, (typeof commonParameters)[number]>
  : never
type RowOf<E extends Endpoint> = Output<E> extends Page<infer Row> ? Row : never
/** By filter, the value or values of a row that it compares; or in words where the filters are tried instead. `from` and `to` include their day. */
type Filters<E extends Endpoint> = { readonly [Name in FiltersOf<E>]: (row: RowOf<E>) => unknown } | string
export type FilterPart<E extends Endpoint> = [FiltersOf<E>] extends [never] ? unknown : { filters: Filters<E> }
/** The filters whose values a list counts, in the order of its contract. */
export type Counted<E> = E extends { query: { entries: { facet: { wrapped: { options: infer Names } } } } } ? { facets: Names } : unknown

/** An update of a record with a revision, which is refused without the revision it was made from. */
type Revised<E extends Endpoint> = E extends { method: 'PUT' }
  ? Output<E> extends { rev: number }
    ? { revised: true }
    : { revised?: true }
  : unknown
/** All that the tests must know of one call. */
export type Line<E extends Endpoint> = {
  /** Method and address as documented. */
  call: `${E['method']} ${E['path']}`
  /** The documented status of success, where it is not 201 of a POST, 204 of a DELETE or 200 of the others. */
  status?: number
  /** The test file that makes the call, where its address is put together there and so not found by its text. */
  testedIn?: string
  /** Rows that a refusal with this status may leave on purpose, by table. */
  refusalKeeps?: (status: number) => readonly string[]
  /** A write that leaves no activity. */
  unlogged?: true
} & Agreed &
  Revised<E> &
  (E extends { method: 'GET' } ? unknown : Written) &
  FilterPart<E> &
  Counted<E>

export type Row = Record<string, unknown>
/** The table whose rows a history is about, and how the row names the record where that is not its `id`. */
type HistoryTable = string | { readonly table: string; readonly id: (row: Row) => unknown }

export interface RowScene extends World {
  admin: Caller
  ivan: Caller
  /** The instant so many days ago. */
  ago: (days: number) => string
}
/** Facts of a resource as a whole. */
export interface Beside {
  /** By model of the history, the table it is about. */
  history?: Readonly<Record<string, HistoryTable>>
  /** By table, the histories (`bank 3`, or how their names begin) one of which tells of a changed row, where that is not its own. Without names none is needed. */
  toldBy?: Readonly<Record<string, (row: Row) => string[]>>
  /** By table, columns whose change alone needs no history. */
  quiet?: Readonly<Record<string, Row>>
  /** Screens that are looked at in a browser beside the addresses without parameters. */
  screens?: Screens
  /** Makes rows that differ in each filter, where those of the test seed do not. */
  rows?: (scene: RowScene) => Promise<unknown>
  /** A record of a plain resource, for the tests that are alike for all of them. */
  sample?: Sample
}
export type Contract = Readonly<Record<string, Endpoint & Named>>
/** A line for each call of the contract: one that is missing does not compile. */
export type Lines<R extends Contract> = { readonly [Key in keyof R]: Line<R[Key]> }
export interface Known extends Beside {
  contract: Contract
  calls: Readonly<Record<string, AnyLine>>
}
export type AnyLine = {
  call: string
  policy: PolicyName
  scope?: StationScope | string | undefined
  write?: Write | string
  leaves?: string | undefined
  filters?: Readonly<Record<string, (row: never) => unknown>> | string
  facets?: readonly string[]
  revised?: true
} & Pick<Line<Endpoint>, 'status' | 'testedIn' | 'refusalKeeps' | 'unlogged'>

/** All that the tests must know of a resource. */
export const known = <const R extends Contract>(contract: R, calls: Lines<R>, beside: Beside = {}): Known =>
  ({ contract, calls, ...beside }) as unknown as Known
