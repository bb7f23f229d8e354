import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query } from '@tanstack/react-query'
import {
  type PersistedClient,
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { askedAt } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { KEPT_MS, mayKeep } from '../lib/kept-reads.ts'
import { KEPT_READS } from '../lib/purge.ts'
import { queryClient } from '../lib/query.ts'
import { openText, sealText } from '../lib/seal-rows.ts'
import { session } from '../lib/session.ts'

/** The data still stand: they are not too old, and the server has not answered since that the person may not have them, or that they are gone. */
const isGood = ({ data, dataUpdatedAt, error }: Query['state']) =>
  data !== undefined && Date.now() - dataUpdatedAt < KEPT_MS && !(error instanceof ApiError && error.status >= 400 && error.status < 500)
/** A read that failed since is kept as what it was before, so that the next visit has it too. */
const settled = { status: 'success', fetchStatus: 'idle', error: null, fetchFailureCount: 0, fetchFailureReason: null } as const
const serialize = ({ clientState: { queries, ...rest }, ...client }: PersistedClient) =>
  JSON.stringify({
    ...client,
    clientState: { ...rest, queries: queries.map((read) => ({ ...read, state: { ...read.state, ...settled } })) },
  })
/** Persists an allow-list of reads for this person's next visit, for 12 hours. Nothing is written after they have signed out. */
function keptOf(user: number): PersistQueryClientOptions {
  const storage = {
    getItem: (key: string) => openText(key, localStorage.getItem(key), session.get().deviceKey) ?? null,
    setItem: (key: string, value: string) =>
      session.get().user?.id === user && localStorage.setItem(key, sealText(key, value, session.get().deviceKey)),
    removeItem: (key: string) => localStorage.removeItem(key),
  }
  return {
    queryClient,
    persister: createSyncStoragePersister({ storage, key: KEPT_READS + user, serialize }),
    maxAge: KEPT_MS,
    hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS } } },
    buster: '3',
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, state }) =>
        isGood(state) && !!meta?.policy && mayKeep('page', { kept: meta.kept, policy: meta.policy }),
    },
  }
}

/** Restores the reads of the last visit, after the first paint. No loader may read any of them, or the restore would have to come first. */
export async function watchPersistence(): Promise<void> {
  let user: number | undefined
  let stop = () => {}
  function follow(): PersistQueryClientOptions | undefined {
    const here = session.get().user?.id
    if (here === user) return undefined
    user = here
    stop()
    const kept = here ? keptOf(here) : undefined
    stop = kept ? persistQueryClientSubscribe(kept) : () => {}
    return kept
  }
  session.subscribe(follow)
  const kept = follow()
  if (!kept) return
  await persistQueryClientRestore(kept)
  // Whatever its age, data of an earlier visit may lack what was sent just after it was read.
  const unasked = ({ state }: Query) => state.data !== undefined && askedAt(state.data) === 0
  await queryClient.invalidateQueries({ predicate: unasked }, { cancelRefetch: false })
}
