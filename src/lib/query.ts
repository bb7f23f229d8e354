import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { NOTIFICATION_MS } from '../contract/kernel/constants.ts'
import type { Endpoint, Input, Named, Output } from '../contract/kernel/endpoint.ts'
import type { Kept } from '../contract/kernel/roles.ts'
import { call, keepOrigin } from './api.ts'
import { ApiError, NOT_SIGNED_IN } from './api-error.ts'
import { READ_MEMORY_MS } from './early-read.ts'
import { KEPT_MS } from './kept-reads.ts'
import { showWritten } from './list-cache.ts'
import { notices, notify } from './notify.ts'

type Call = Endpoint & Named
/** A GET that only reads; one that acts is refused by type. */
type Read = Call & { method: 'GET'; acts?: never }

/**
 * Options for `useQuery`, loaders and prefetch. The key starts with the resource, so that a write can invalidate all its reads.
 * @param told the caller shows a 404 in place, so it does not lead home
 */
export const query = <E extends Read>(endpoint: E, input: Input<E>, told = false) =>
  queryOptions<Output<E>, ApiError>({
    queryKey: [endpoint.resource, endpoint.name, input],
    // A query dropped from memory is dropped from the persisted copy too.
    ...(endpoint.kept && { meta: { kept: endpoint.kept }, gcTime: KEPT_MS }),
    queryFn: ({ signal, queryKey, client }) => {
      // A prefetched page is missing only once somebody opens it; it is read again then.
      const part = () => told || !client.getQueryCache().find({ queryKey })?.getObserversCount()
      return call(endpoint, input, { signal, known: client.getQueryData(queryKey), part })
    },
    structuralSharing: (before, result) => {
      const data = replaceEqualDeep(before, result)
      keepOrigin(result, data)
      return data
    },
  })

/** A write. The mutation cache below handles its success text, its error text and the stale reads. */
export const useSend = <E extends Call>(endpoint: E): UseMutationResult<Output<E>, ApiError, Input<E>> =>
  useMutation<Output<E>, ApiError, Input<E>>({ mutationFn: (input) => call(endpoint, input), meta: { endpoint } })

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    /** `quiet`: errors that the caller shows itself. */
    queryMeta: { kept?: Kept; keep?: boolean }
    mutationMeta: { endpoint?: Call; quiet?: (error: ApiError) => boolean }
  }
}

/** Shown beside the list's own error state, and only once while visible, however many reads fail alike. */
function tellReadError(error: Error, watched: boolean) {
  if (!watched || !(error instanceof ApiError) || error.cancelled || [401, 404].includes(error.status) || error.code === NOT_SIGNED_IN)
    return
  const recent = notices.get().some(({ content, at }) => content === error.message && Date.now() - at < NOTIFICATION_MS)
  if (!recent) notify.error(error.message)
}
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', staleTime: 5_000, gcTime: READ_MEMORY_MS, retry: false, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: (error, query) => tellReadError(error, query.getObserversCount() > 0) }),
  mutationCache: new MutationCache({
    onSuccess: (data, input, _result, mutation) => {
      const endpoint = mutation.meta?.endpoint
      if (!endpoint) return undefined
      if (endpoint.ok) notify.success(endpoint.ok)
      showWritten(queryClient, endpoint, data)
      const stale = [endpoint.resource, ...(endpoint.touches ?? [])]
      // The page that still shows a deleted record must not read it again.
      const gone = endpoint.name === `${endpoint.resource}.remove` && (input as { id?: unknown }).id
      const predicate = ({ queryKey: [, name], state: { data } }: Query) =>
        !gone || name !== `${endpoint.resource}.get` || (data as { id?: unknown } | undefined)?.id !== gone
      return Promise.all(stale.map((resource) => queryClient.invalidateQueries({ queryKey: [resource], predicate })))
    },
    onError: (error, _input, _result, mutation) => {
      if (error instanceof ApiError && mutation.meta?.quiet?.(error)) return
      if (error instanceof ApiError && !error.cancelled && error.status !== 401 && error.status !== 404) notify.error(error.message)
    },
  }),
})
