import {
  hashKey,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { NOTIFICATION_MS } from '../contract/kernel/constants.ts'
import type { Endpoint, Input, Named, Output } from '../contract/kernel/endpoint.ts'
import { call, keepOrigin, keptAt } from './api.ts'
import { ApiError, NO_CONNECTION, NOT_SIGNED_IN } from './api-error.ts'
import { READ_MEMORY_MS } from './early-read.ts'
import { KEPT_MS } from './kept-reads.ts'
import { showWritten } from './list-cache.ts'
import { notices, notify, takeBack } from './notify.ts'
import { connection } from './online.ts'

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
    meta: { path: endpoint.path, ...(endpoint.kept && { kept: endpoint.kept, policy: endpoint.policy }) },
    // A query dropped from memory is dropped from the persisted copy too.
    ...(endpoint.kept && { gcTime: KEPT_MS }),
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

/** True if a read failed and nothing can be shown. What was read before stays while only the network is missing. */
export const isUnread = ({ data, error }: { data: unknown; error: Error | null }) =>
  !!error && (data === undefined || !(error instanceof ApiError) || error.status > 0)

type Shown = { data: unknown; dataUpdatedAt: number; isError: boolean }
/**
 * Of when the shown data are (ISO, UTC), if they are a copy on the device or could not be read again; else null. The update time is checked too,
 * since an answer equal to the copy is the same object.
 */
export const ageOf = ({ data, dataUpdatedAt, isError }: Shown) =>
  dataUpdatedAt ? (keptAt(data) ?? (isError ? new Date(dataUpdatedAt).toISOString() : null)) : null

/**
 * A write. The mutation cache below handles its success text, its error text and the stale reads. A second press while the same is on its way is
 * left out: it would be refused as if somebody else had changed the record.
 */
export function useSend<E extends Call>(
  endpoint: E,
  quiet?: (error: ApiError) => boolean,
): UseMutationResult<Output<E>, ApiError, Input<E>> {
  const pending = useRef<string>(undefined)
  const send = useMutation<Output<E>, ApiError, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    meta: { endpoint, ...(quiet && { quiet }) },
    onSettled: () => {
      pending.current = undefined
    },
  })
  const { mutate } = send
  const once = useCallback<typeof mutate>(
    (...given) => {
      // Files all look alike.
      const key = endpoint.files ? undefined : hashKey([given[0]])
      if (key && key === pending.current) return
      pending.current = key
      mutate(...given)
    },
    [endpoint, mutate],
  )
  return { ...send, mutate: once }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: Partial<Pick<Endpoint, 'path' | 'kept' | 'policy'>> & { keep?: boolean }
    /** `quiet`: errors that the caller shows itself. */
    mutationMeta: { endpoint?: Call; quiet?: (error: ApiError) => boolean }
  }
}

/** The read shows the record that was just deleted, or what belongs to it: the page that is still open must not ask for it again. */
function showsDeleted({ queryKey: [, name, asked], meta, state }: Query, { method, name: call, resource, path }: Call, input: unknown) {
  const id = (input as { id?: unknown } | undefined)?.id
  if (method !== 'DELETE' || !path.endsWith('/{id}') || id === undefined) return false
  const record = meta?.path === path || (call === `${resource}.remove` && name === `${resource}.get`)
  if (record && (state.data as { id?: unknown } | undefined)?.id === id) return true
  return !!meta?.path?.startsWith(`${path}/`) && (asked as { id?: unknown }).id === id
}
/**
 * Shown beside the list's own error state, and only once while visible, however many reads fail alike. That there is no network is said by the
 * page and the top bar, once it is known or data of before is still shown.
 */
function tellReadError(error: Error, read: Query<unknown, unknown>) {
  if (!read.getObserversCount() || !(error instanceof ApiError) || error.cancelled) return
  if ([401, 404].includes(error.status) || error.code === NOT_SIGNED_IN) return
  if (connection.get() !== 'online' || (!error.status && read.state.data !== undefined)) return
  const recent = notices.get().some(({ content, at }) => content === error.message && Date.now() - at < NOTIFICATION_MS)
  if (!recent) notify.error(error.message)
}
/** The error last shown of each call. */
const refusals = new Map<string, string>()
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'offlineFirst', staleTime: 5_000, gcTime: READ_MEMORY_MS, retry: false, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: tellReadError, onSuccess: (data) => keptAt(data) === null && takeBack(NO_CONNECTION) }),
  mutationCache: new MutationCache({
    onSuccess: (data, input, _result, mutation) => {
      takeBack(NO_CONNECTION)
      const endpoint = mutation.meta?.endpoint
      if (!endpoint) return undefined
      // What stood in the way is mended.
      takeBack(refusals.get(endpoint.name) ?? '')
      if (endpoint.ok) notify.success(endpoint.ok)
      showWritten(queryClient, endpoint, data)
      // Whatever is written stands in the history too.
      const stale = [endpoint.resource, 'history', ...(endpoint.touches ?? [])]
      const predicate = (read: Query) => !showsDeleted(read, endpoint, input)
      return Promise.all(stale.map((resource) => queryClient.invalidateQueries({ queryKey: [resource], predicate })))
    },
    onError: (error, _input, _result, mutation) => {
      if (error instanceof ApiError && mutation.meta?.quiet?.(error)) return
      if (!(error instanceof ApiError) || error.cancelled || error.status === 401) return
      notify.error(error.message)
      refusals.set(mutation.meta?.endpoint?.name ?? '', error.message)
    },
  }),
})
