import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query } from '@tanstack/react-query'
import {
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { askedAt } from '../lib/api.ts'
import { KEPT_MS, mayKeep } from '../lib/kept-reads.ts'
import { KEPT_READS } from '../lib/purge.ts'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'

/** Persists an allow-list of reads for this person's next visit, for 12 hours. Nothing is written after they have signed out. */
function keptOf(user: number): PersistQueryClientOptions {
  const storage = {
    getItem: (key: string) => localStorage.getItem(key),
    setItem: (key: string, value: string) => session.get().user?.id === user && localStorage.setItem(key, value),
    removeItem: (key: string) => localStorage.removeItem(key),
  }
  return {
    queryClient,
    persister: createSyncStoragePersister({ storage, key: KEPT_READS + user }),
    maxAge: KEPT_MS,
    hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS } } },
    buster: '3',
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, state }) =>
        state.status === 'success' && !!meta?.policy && mayKeep('page', { kept: meta.kept, policy: meta.policy }),
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
