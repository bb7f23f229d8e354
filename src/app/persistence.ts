import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { queryClient } from '../lib/query.ts'
import { onPurge, session } from '../lib/session.ts'

/** Small reference reads kept between visits; nothing personal is ever among them (architecture.md 6, reliability.md R2). */
const allowed = ['inspectionModels.suggestions']
const BUSTER = '1'
const key = (user: number) => `piazzale-reads-${user}`

/** What is kept of the query cache for the signed-in user: an allow-list, keyed by user, for 12 hours. */
export function persistence() {
  const user = session.get().user
  if (!user) return undefined
  return {
    queryClient,
    persister: createSyncStoragePersister({ storage: localStorage, key: key(user.id) }),
    maxAge: 12 * 3_600_000,
    buster: BUSTER,
    dehydrateOptions: { shouldDehydrateQuery: (query: { queryKey: readonly unknown[] }) => allowed.includes(String(query.queryKey[1])) },
  }
}
onPurge.add(() => {
  queryClient.clear()
  for (const name of Object.keys(localStorage)) if (name.startsWith('piazzale-reads-')) localStorage.removeItem(name)
})
