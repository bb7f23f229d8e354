import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Page } from '../../contract/kernel/endpoint.ts'
import { count } from '../../lib/format.ts'
import { ageOf, isUnread, query } from '../../lib/query.ts'
import { activeFilters, type ListEndpoint, type ListSearch, type ListState, type RowOf } from './list-search.ts'

/** The states of a list: `none` means nothing matches the filters, `empty` that there are no rows at all. */
export type ListPhase = 'loading' | 'error' | 'empty' | 'none' | 'rows'

export const totalOf = ({ total, more }: Pick<Page<unknown>, 'total' | 'more'>) => `${count(total)}${more ? '+' : ''}`
/** A list without pages counts as one page. */
export const pageOf = <T>(data: Page<T> | T[] | undefined): Page<T> | undefined =>
  Array.isArray(data) ? { data, total: data.length, per_page: Math.max(1, data.length), current_page: 1, last_page: 1 } : data

/**
 * The rows of the address's search. While another page loads, the old one stays (`busy`). A failed list is emptied and shows `error`, never
 * `empty`; only what is kept on the device stays without a network, with its time (`cachedAt`).
 */
export function useRows<E extends ListEndpoint>(source: E, search: ListSearch<E>, given: object = {}, wanted = true) {
  const options = query(source as any, { ...search, ...given } as any)
  const result = useQuery({ ...options, ...(!wanted && { enabled: false }), placeholderData: keepPreviousData })
  const failed = source.kept ? isUnread(result) : result.isError
  const page = failed ? undefined : pageOf(result.data as Page<RowOf<E>> | RowOf<E>[] | undefined)
  const narrowed = !!(search as { search?: string }).search || activeFilters(search).length > 0
  const phase: ListPhase = failed
    ? result.isFetching
      ? 'loading'
      : 'error'
    : !page
      ? 'loading'
      : page.total
        ? 'rows'
        : narrowed
          ? 'none'
          : 'empty'
  return {
    phase,
    page,
    error: result.error?.message,
    busy: result.isPlaceholderData,
    cachedAt: ageOf(result),
    retry: () => void result.refetch(),
  }
}

/** Total for the title of the page, from the same query as the table; `10.000+` of a list that is not counted to its end. Not `wanted`: the page shows something else, and does not read the list. */
export function useTotal<E extends ListEndpoint>({ source, search, given }: Omit<ListState<E>, 'onSearch'>, wanted = true) {
  const { page } = useRows(source, search, given, wanted)
  return wanted && page ? totalOf(page) : undefined
}
