import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'

/**
 * Two counts that rise with every committed change, whoever made it: of people (who may sign in, and as what) and of data (what answers are made of).
 * What was read while a count stood still is still true. Undefined while changes could go unheard: then nothing may be remembered.
 */
export interface Changes {
  people(): number | undefined
  data(): number | undefined
  /** Of this process: its counts mean nothing to another. */
  readonly id: string
}

const EVERY_MS = 1_000
/**
 * A connection can be dead without anybody having been told: while one is silent for longer, nothing is believed. In the end it answers, with all it
 * had to tell before, or it is given up, and all counts rise.
 */
const BELIEVED_MS = 2_000

/** So many things are remembered at once, then it begins anew. */
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

/** The embedded database has one connection, which is told of each change before the commit is answered. */
export async function hearEmbedded(database: PGlite): Promise<Changes> {
  const counts = { people: 0, data: 0 }
  await database.listen('changes', (payload) => void counts[payload as keyof typeof counts]++)
  return { id: randomUUID(), people: () => counts.people, data: () => counts.data }
}

/**
 * Triggers tell of each change with the commit (migration 0009), and every connection of the pool listens: one that commits is told before its own
 * commit is answered, so that a process never answers with what was before a change of its own. See decision 009 for those of others.
 */
export function watchChanges(pool: pg.Pool & { options: { onConnect?: unknown } }): Changes & { stop(): void } {
  const counts = { people: 0, data: 0 }
  const missed = () => {
    counts.people++
    counts.data++
  }
  /** When each of those that listen has last answered. */
  const answered = new Map<pg.ClientBase, number>()
  const alive = (client: pg.ClientBase) => void (answered.has(client) && answered.set(client, performance.now()))
  pool.options.onConnect = async (client: pg.ClientBase) => {
    client.on('notification', ({ payload }) => void counts[payload as keyof typeof counts]++)
    await client.query('listen changes')
    if (!answered.size) missed()
    answered.set(client, performance.now())
  }
  pool.on('remove', (client) => {
    answered.delete(client)
    missed()
  })
  const ask = () => {
    // A refusal, as in the middle of a transaction that has failed, is an answer too.
    for (const client of answered.keys())
      client.query('select 1').then(
        () => alive(client),
        (error: { code?: string }) => error.code && alive(client),
      )
  }
  const timer = setInterval(ask, EVERY_MS).unref()
  const hears = () => {
    const since = performance.now() - BELIEVED_MS
    for (const at of answered.values()) if (at < since) return false
    // In a transaction a connection is told nothing until its end.
    return [...answered.keys()].some((client) => client.getTransactionStatus() === 'I')
  }
  return {
    id: randomUUID(),
    people: () => (hears() ? counts.people : undefined),
    data: () => (hears() ? counts.data : undefined),
    stop: () => clearInterval(timer),
  }
}
