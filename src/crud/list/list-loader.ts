import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import type { Call } from '../form/form-paths.ts'
import { type ListEndpoint, listSearch, withoutPages } from './list-search.ts'

/** What the router gives a loader, as far as ours read it. */
export interface LoaderContext {
  context: { queryClient: QueryClient }
  deps: object
}

/** The loader of a list page: the list is fetched as soon as its address is known. */
export const listLoader =
  <const E extends ListEndpoint>(list: E) =>
  ({ context, deps }: LoaderContext) =>
    void context.queryClient.prefetchQuery(query(list as any, listSearch(list)(deps) as any))

/** The loader of a page where `/{-$id}` shows one record: with an id, that record is fetched. */
export const recordLoader = <const E extends ListEndpoint>({ list, get }: { list: E; get: Call & { method: 'GET' } }) => {
  const loadList = listLoader(list)
  return ({ params: { id }, ...given }: LoaderContext & { params: { id?: number | undefined } }) => {
    if (id) void given.context.queryClient.prefetchQuery(query(get as any, { id } as any, true))
    else loadList(given)
  }
}

/** The loader of a list with a map beside it (`useListMap`): the rows of an open map are fetched too. */
export const mapLoader = <const E extends ListEndpoint>({ list, map }: { list: E; map: Call & { method: 'GET' } }) => {
  const loadList = listLoader(list)
  return ({ location, ...given }: LoaderContext & { location: { search: { mappa?: unknown } } }) => {
    loadList(given)
    if (location.search.mappa)
      void given.context.queryClient.prefetchQuery(query(map as any, withoutPages(listSearch(list)(given.deps)) as any))
  }
}
