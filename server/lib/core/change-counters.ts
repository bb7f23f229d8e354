import { randomUUID } from 'node:crypto'
import type { EmbeddedPool } from '../../db/embedded.ts'

/**
 * Two counters that rise with every committed change, whoever made it: of people (who may sign in, and as what) and of data (what answers are made of).
 * A value read while a counter stood still is still true.
 */
export interface ChangeCounters {
  people(): number
  data(): number
  /** Identifies this process: its counters mean nothing to another. */
  readonly id: string
}

/** Past so many entries the cache is emptied. */
const MAX_ENTRIES = 2_000
/** A cache that holds as long as `version` gives the same number, and never where it gives undefined. */
export function versionedCache<T>(version: () => number | undefined) {
  const entries = new Map<string, T>()
  let asOf: number | undefined
  return {
    /** The cached value, and `keep` for one that is read from now on: it is not kept if the version changes meanwhile. */
    lookUp(key: string) {
      const now = version()
      if (now === undefined) return { cached: undefined, keep: () => undefined }
      if (now !== asOf || entries.size > MAX_ENTRIES) entries.clear()
      asOf = now
      const keep = (value: T) => void (now === version() && entries.set(key, value))
      return { cached: entries.get(key), keep }
    },
  }
}

/** Counts the changes of the embedded database: triggers notify with each commit, and its one connection hears of it before the commit is answered. */
export async function countEmbeddedChanges(pool: EmbeddedPool): Promise<ChangeCounters> {
  const counts = { people: 0, data: 0 }
  await pool.query("set piazzale.hears = 'yes'")
  await pool.listen('changes', (payload) => void counts[payload as keyof typeof counts]++)
  return { id: randomUUID(), people: () => counts.people, data: () => counts.data }
}
