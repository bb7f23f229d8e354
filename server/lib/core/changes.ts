import { randomUUID } from 'node:crypto'
import type { EmbeddedPool } from '../../db/embedded.ts'

/**
 * Two counts that rise with every committed change, whoever made it: of people (who may sign in, and as what) and of data (what answers are made of).
 * What was read while a count stood still is still true.
 */
export interface Changes {
  people(): number
  data(): number
  /** Of this process: its counts mean nothing to another. */
  readonly id: string
}

/** At most so many entries; then all are dropped. */
const MOST = 2_000
/** Remembers what was read while a count stood still. */
export function memory<T>(count: () => number | undefined) {
  const kept = new Map<string, T>()
  let asOf: number | undefined
  return {
    /** What is remembered, and how to remember what is read from now on. */
    recall(key: string) {
      const now = count()
      if (now === undefined) return { known: undefined, keep: () => undefined }
      if (now !== asOf || kept.size > MOST) kept.clear()
      asOf = now
      const keep = (value: T) => void (now === count() && kept.set(key, value))
      return { known: kept.get(key), keep }
    },
  }
}
export type Memory<T> = ReturnType<typeof memory<T>>

/** Triggers tell of each change with the commit (migrations 0009 and 0010); the one connection of the embedded database hears of it before the commit is answered. */
export async function hearEmbedded(pool: EmbeddedPool): Promise<Changes> {
  const counts = { people: 0, data: 0 }
  await pool.query("set piazzale.hears = 'yes'")
  await pool.listen('changes', (payload) => void counts[payload as keyof typeof counts]++)
  return { id: randomUUID(), people: () => counts.people, data: () => counts.data }
}
