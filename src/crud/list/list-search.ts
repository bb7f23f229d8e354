import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { pageSizes, SEARCH_LENGTH } from '../../contract/kernel/crud.ts'
import type { Endpoint, Named, Output } from '../../contract/kernel/endpoint.ts'
import { PAGE_PARAMETERS } from './page-parameters.ts'

/** A list endpoint that a table can show, paged or whole; it only reads. */
export type ListEndpoint = Endpoint &
  Named & { method: 'GET'; envelope: 'page' | 'records' | 'list'; query: v.ObjectSchema<v.ObjectEntries, undefined>; acts?: never }
/** The row type of a list. */
export type RowOf<E extends ListEndpoint> = Output<E> extends { data: (infer T)[] } | (infer T)[] ? T : never
/** The list parameters in the address: all optional, defaults left out. */
export type ListSearch<E extends ListEndpoint> = Partial<Omit<v.InferOutput<E['query']>, 'is_paginated' | 'query' | 'facet' | 'format'>>
type PageSearch<E extends ListEndpoint, X extends v.ObjectEntries> = ListSearch<E> & { [K in keyof X]?: v.InferOutput<X[K]> }
/** Changes some parameters; undefined removes one. `replace` adds no step for Back. */
export type OnSearch<E extends ListEndpoint> = (changes: ListSearch<E>, how?: { replace?: boolean }) => void

export const PAGE_SIZES = pageSizes.filter((size) => size >= 10)
const DEFAULT_PAGE_SIZE = 15
/** Every other parameter of a list's query is a filter. */
const NOT_FILTERS = ['page', 'per_page', 'search', 'sort', 'view']
const NOT_IN_ADDRESS = ['is_paginated', 'query', 'facet', 'format']

/** The router parses numbers and booleans out of the address; the schemas expect text. */
const asText = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asText) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/** A search text that is too long is cut, as its box shows. Leaving it out would show the whole list. */
const shortened = (key: string, value: unknown) => (key === 'search' ? String(asText(value) ?? '').slice(0, SEARCH_LENGTH) : value)

function parsedParameter(schema: v.GenericSchema, value: unknown): unknown {
  if (value === undefined) return undefined
  const result = v.safeParse(schema, asText(value))
  if (!result.success || result.output === '') return undefined
  return result.output === v.getDefault(schema as v.OptionalSchema<v.GenericSchema, unknown>) ? undefined : result.output
}

/**
 * Reads the parameters of a list page with the schema the server validates the query with: invalid values fall back to their default, and
 * defaults are left out of the address. `extra` are parameters of the page itself, such as the open tab.
 * The route's own `validateSearch` takes the raw address (`(raw) => raw as …`): a schema there would delay the first paint of every page.
 * Loader and components read the address with this.
 */
export const listSearch = <const E extends ListEndpoint, const X extends v.ObjectEntries = Record<never, never>>(endpoint: E, extra?: X) =>
  readSearch({ ...endpoint.query.entries, ...extra }) as unknown as (raw: object) => PageSearch<E, X>

/** The same for a page that is not a list. */
export function readSearch<const X extends v.ObjectEntries>(entries: X) {
  return (raw: object): { [K in keyof X]?: v.InferOutput<X[K]> } => {
    const out: Record<string, unknown> = {}
    // Values that fell back are present as undefined, so that they override the raw parameters.
    for (const [key, schema] of Object.entries<v.GenericSchema>(entries as Record<string, v.GenericSchema>))
      if (!NOT_IN_ADDRESS.includes(key)) out[key] = parsedParameter(schema, shortened(key, (raw as Record<string, unknown>)[key]))
    return out as { [K in keyof X]?: v.InferOutput<X[K]> }
  }
}
/** The parameters of the current page, parsed by `read`. */
export const useParameters = <S>(read: (raw: object) => S): S => read(useSearch({ strict: false }))

/** A list and its current search. */
export interface ListState<E extends ListEndpoint> {
  source: E
  search: ListSearch<E>
  onSearch: OnSearch<E>
  /** Parameters that are not in the address, such as the parent record. */
  given?: object | undefined
}

/**
 * The state of a list, which lives in the address alone: Back restores it, a click in the menu (a link without parameters) resets it.
 * Spread it: `<PagedTable {...useListState(banks.list)} columns={…} />`. Any change except of the page goes back to page 1.
 */
export function useListState<const E extends ListEndpoint>(source: E): ListState<E> {
  const read = listSearch(source)
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = read(raw) as ListSearch<E>
  const navigate = useNavigate()
  const known = (old: object) => Object.fromEntries(Object.entries(old).filter(([key]) => key in search || PAGE_PARAMETERS.includes(key)))
  // Unknown parameters, invalid values (typed by hand or from an old link) and defaults are removed from the address.
  const tidy =
    Object.keys(raw).length === Object.keys(known(raw)).length &&
    Object.entries(search).every(([key, value]) => value !== undefined || raw[key] === undefined)
  useEffect(() => {
    if (!tidy) void navigate({ to: '.', search: ((old: object) => ({ ...known(old), ...read(old) })) as any, ...IN_PLACE, replace: true })
  })
  return {
    source,
    search,
    onSearch: (changes, how) =>
      void navigate({
        to: '.',
        // `read` gives the list's parameters alone; those of the page are in `next`.
        search: ((old: object) => {
          const next = { ...old, page: undefined, ...changes }
          return { ...next, ...read(next) }
        }) as any,
        ...IN_PLACE,
        replace: how?.replace,
      }),
  }
}

/** For a change within a page: keeps the scroll position and the history state. */
export const IN_PLACE = { resetScroll: false, state: true } as const

/** The filters in use, without page, order and search text. */
export const activeFilters = (search: object) =>
  Object.entries(search).filter(
    ([key, value]) => !NOT_FILTERS.includes(key) && value !== undefined && !(Array.isArray(value) && !value.length),
  )
/** The search of what has no pages, such as the map beside a list. */
export const withoutPages = <S extends { page?: unknown; per_page?: unknown }>({ page: _, per_page: __, ...search }: S) => search
export const pageSizeOf = (search: object) => (search as { per_page?: number }).per_page ?? DEFAULT_PAGE_SIZE

export interface SortStep {
  field: string
  descending: boolean
}
/** `name,-abi` as steps. Unknown fields are dropped, so that a bad address still shows the list. */
export const readSort = (sort: unknown, known: readonly string[]): SortStep[] =>
  (typeof sort === 'string' ? sort : '')
    .split(',')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
    .filter(({ field }, at, all) => known.includes(field) && all.findIndex((step) => step.field === field) === at)
export const writeSort = (steps: readonly SortStep[]): string | undefined =>
  steps.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',') || undefined
/** Next order after a click on a header: ascending, descending, unsorted; `add` keeps the other columns (Shift). */
export function toggleSort(steps: readonly SortStep[], field: string, add: boolean): SortStep[] {
  const now = steps.find((step) => step.field === field)
  const next = !now ? { field, descending: false } : now.descending ? undefined : { field, descending: true }
  if (!add) return next ? [next] : []
  if (!now) return [...steps, { field, descending: false }]
  return steps.flatMap((step) => (step.field === field ? (next ?? []) : step))
}
