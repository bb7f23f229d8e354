import type { QueryClient } from '@tanstack/react-query'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import type { Call } from '../form/form-paths.ts'
import { optionalIdParam } from '../record/id-param.ts'
import { type ListEndpoint, type ListSearch, listSearch } from './list-search.ts'

/** Plus the parameters of the page itself: the open dialog, the open tab. */
export type CrudSearch<E extends ListEndpoint> = ListSearch<E> & { modulo?: number | 'nuovo' | undefined; scheda?: string | undefined }

/**
 * Route options of a list page: guard (the list's policy unless given), search parameters, and the list fetched as soon as the address is
 * known.
 */
export function listRoute<const E extends ListEndpoint>(list: E, policy: PolicyName = list.policy) {
  return {
    validateSearch: (raw: object) => raw as CrudSearch<E>,
    beforeLoad: guard(policy),
    loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }: { search: CrudSearch<E> }) => deps,
    loader: ({ context, deps }: { context: { queryClient: QueryClient }; deps: object }) => {
      void context.queryClient.prefetchQuery(query(list as any, listSearch(list)(deps) as any))
    },
  }
}
/** The same for a route where `/{-$id}` shows one record: with an id that record is fetched. */
export function recordRoute<const E extends ListEndpoint>({ list, get }: { list: E; get: Call & { method: 'GET' } }) {
  const route = listRoute(list)
  return {
    ...route,
    params: optionalIdParam,
    loader: ({
      params: { id },
      ...given
    }: {
      context: { queryClient: QueryClient }
      params: { id?: number | undefined }
      deps: object
    }) => {
      if (id) void given.context.queryClient.prefetchQuery(query(get as any, { id } as any, true))
      else route.loader(given)
    },
  }
}
